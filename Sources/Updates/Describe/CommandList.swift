/// The list of commands in bodies and in replies to unknown commands.
enum CommandList {
  /// A Markdown table.
  static let table = """
    | Comment | martlet |
    | --- | --- |
    | `@martlet rebase` | rebuilds this branch on its base |
    | `@martlet recreate` | rebuilds it even if commits by others are lost |
    | `@martlet ignore this dependency` | closes this and never proposes this dependency again |
    | `@martlet ignore this major version` | the same for this major version; also `minor`, `patch` |
    | `@martlet ignore NAME` | the same for one of several dependencies; also `NAME minor version` |
    | `@martlet unignore` | undoes the ignore commands here; also `unignore NAME`, `unignore *` |
    | `@martlet show ignored` | lists the versions that comments ignore; also `show NAME ignore conditions` |
    """
}
