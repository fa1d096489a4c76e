// Starts `hexcheck lsp` and leaves all else to it.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const [command, ...args] = workspace.getConfiguration("hexcheck").get("command");
  const languages = ["hexcheck", "hexcheck-scene"];
  client = new LanguageClient(
    "hexcheck",
    "hexcheck",
    { command, args },
    { documentSelector: languages.map((language) => ({ scheme: "file", language })) },
  );
  await client.start();
};

exports.deactivate = () => client && client.stop();
