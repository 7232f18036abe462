import Languages

/// The list of commands in bodies and in replies to unknown commands.
enum CommandList {
  /// A Markdown table.
  static func table(_ language: Language) -> String {
    let head = [language("| Comment | martlet |"), "| --- | --- |"]
    return (head + commands.map { "| \($0) | \(language($1)) |" }).joined(separator: "\n")
  }

  private static let commands: [(command: String, effect: Message)] = [
    ("`@martlet rebase`", Message("rebuilds this branch on its base")),
    ("`@martlet recreate`", Message("rebuilds it even if commits by others are lost")),
    ("`@martlet rebase all`", Message("rebuilds the branches of all open pull requests")),
    (
      "`@martlet merge`",
      Message(
        "merges this as soon as its checks are green; also `squash and merge`, `cancel merge`")
    ),
    (
      "`@martlet bisect`",
      Message("finds the smallest set of packages here that makes the checks fail")
    ),
    (
      "`@martlet close`",
      Message("closes this and declines these versions and older ones; `reopen` undoes it")
    ),
    (
      "`@martlet ignore this dependency`",
      Message("closes this and never proposes this dependency again")
    ),
    (
      "`@martlet ignore this major version`",
      Message("the same for this major version; also `minor`, `patch`")
    ),
    (
      "`@martlet ignore NAME`",
      Message("the same for one of several dependencies; also `NAME minor version`")
    ),
    (
      "`@martlet unignore`",
      Message("undoes the ignore commands here; also `unignore NAME`, `unignore *`")
    ),
    (
      "`@martlet show ignored`",
      Message("lists the versions that comments ignore; also `show NAME ignore conditions`")
    ),
  ]
}
