/// The commands as people read them, in bodies and in answers to what was not understood.
enum CommandList {
  /// Rows of a Markdown table.
  static let table = """
    | Comment | martlet |
    | --- | --- |
    | `@martlet rebase` | builds this branch anew on its base |
    | `@martlet recreate` | does so even if other people's commits are lost by it |
    | `@martlet ignore this dependency` | closes this and proposes no version of it again |
    | `@martlet ignore this major version` | the same for this major version; also `minor`, `patch` |
    | `@martlet ignore NAME` | the same for one of several; also `NAME minor version` |
    | `@martlet unignore` | takes back what was ignored here; also `unignore NAME`, `unignore *` |
    | `@martlet show ignored` | lists what comments ignore; also `show NAME ignore conditions` |
    """
}
