"""hexcheck tells people what a game's rules say.

Texts become trees, trees are carried out, and what every branch says becomes one answer or one finding:

    cards/ specs/ errata        a scene                    a game
            |                      |                          |
         syntax                  syntax                    session
            |                      |                          |
          load ---- rules ----> scenes -> provenance    static simulate smt explore
                                   |          |               |            |
                                 verdicts <---+            analyses   certificates
                                   |                          |
                                  ask      errata  clarify  check
                                   +------- catalog ----------+
                                               |
                                              cli

Every room imports downwards only, in this order:

    cli          the command line
    catalog      which games there are, and what is asked of those that are meant
    page         the judge's page, for a browser
    assistant    what assistants are offered; beside page
    editor       what editors of text show, for their language servers; beside page
    report       what a publisher is asked to settle, in print
    clarify      errata that settle a question
    errata       what an erratum changes
    check        all analyses of a game, reported
    find         what speaks of some words
    ask          the questions of a scene, answered
    analyses     one file a finding
    explore      situations laid out and played through
    smt          norms as formulas; smt/termination: measures that fall
    games        what a game has in Python
    graph        every state that play can come to; graph/compiled: the same by a kernel
    simulate     whole random games
    static       what holds in every play
    session      rules, memory and workers for analyses
    drawing      a table as it is drawn
    verdicts     the branches of a scene to one answer
    provenance   what an answer rests on
    scenes       a stated scene carried out
    certificates the independent checker
    load         files to a game
    syntax       text to trees and back
    run          what effects do
    norms        which norms prevail
    store        what is kept on disk
    boards       spaces, directions, lines, groups, patterns, pictures; beside store
    process      workers, files, interrupts; beside store
    kernel       the data types
"""
