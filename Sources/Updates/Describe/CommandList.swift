/// The list of commands in bodies and in replies to unknown commands.
enum CommandList {
  /// A Markdown table.
  static let table = """
    | Comment | martlet |
    | --- | --- |
    | `@martlet rebase` | rebuilds this branch on its base |
    | `@martlet recreate` | rebuilds it even if commits by others are lost |
    | `@martlet rebase all` | rebuilds the branches of all open pull requests |
    | `@martlet merge` | merges this as soon as its checks are green; also `squash and merge`, `cancel merge` |
    | `@martlet bisect` | finds the smallest set of packages here that makes the checks fail |
    | `@martlet close` | closes this and declines these versions and older ones; `reopen` undoes it |
    | `@martlet ignore this dependency` | closes this and never proposes this dependency again |
    | `@martlet ignore this major version` | the same for this major version; also `minor`, `patch` |
    | `@martlet ignore NAME` | the same for one of several dependencies; also `NAME minor version` |
    | `@martlet unignore` | undoes the ignore commands here; also `unignore NAME`, `unignore *` |
    | `@martlet show ignored` | lists the versions that comments ignore; also `show NAME ignore conditions` |
    """
}
