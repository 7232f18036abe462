import Changelogs
import Configuration
import Ecosystem
import Forges
import Languages
import Store
import Synchronization
import TestSupport
import Testing

@testable import Updates

/// What martlet writes in a repository with `language: ja`.
@Suite struct `In Japanese` {
  private static let settings = #"{"permissions": {"ann": "write", "eve": "read"}}"#

  private func scene(
    _ top: String = "language: ja", entry: String = "", names: [String] = ["a"]
  ) async throws -> Scene {
    let scene = try await Scene(
      """
      \(top)
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
      \(entry.split(separator: "\n").map { "    \($0)\n" }.joined())
      """, ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", "1.1.0") }
    try scene.settings(Self.settings)
    return scene
  }

  private func update(language: Language = .japanese) throws -> Update {
    var update = try sample(
      "nio", "2.0.0", "2.1.0", directory: "/server",
      along: [Move(name: "atomics", from: nil, to: "1.0.0", kind: .indirect)])
    update.language = language
    return update
  }

  @Test func `a description is complete`() throws {
    var annotation = Annotation(
      warnings: [
        .deprecated(package: "atomics", version: "1.0.0", message: "use Synchronization"),
        .installScript(package: "nio", version: "2.1.0"),
      ],
      uses: ["nio": Uses(files: ["Sources/App.swift"], read: 20, candidates: 20)])
    annotation.held = [
      HeldBackRelease(
        name: "nio", version: "3.0.0",
        reason: "needs Swift tools 6.2, but .swift-version names 6.0")
    ]
    let body = try update().body(annotation)
    let end = try #require(body.firstRange(of: "<!-- martlet:"))
    #expect(
      body[..<end.lowerBound] == """
        `nio` を `2.0.0` から `2.1.0` に更新します (`/server`)。直接依存する本番用パッケージのマイナーアップデートです。

        あわせて変わるパッケージは次のとおりです。

        | パッケージ | 更新前 | 更新後 |
        | --- | --- | --- |
        | `atomics` | 追加 | `1.0.0` |

        ### 最初に確認すること

        - `nio` `2.1.0` はインストールスクリプトを実行します。現在のバージョンは実行しません。
        - 出所が変わったため、martlet はこの更新を自動でマージしません。
        - `atomics` `1.0.0` は非推奨です: `use Synchronization`
        - パッケージが 1 個追加されます (`atomics`)。
        - `nio` `3.0.0` は保留しています: Swift tools 6.2 が必要ですが、.swift-version の指定は 6.0 です。
        - `nio` をインポートしているファイルは 1 個です: `Sources/App.swift`

        ---

        新しいバージョンがリリースされると、martlet はこのプルリクエストを更新します。ベースブランチと競合した場合は作り直します。\
        このバージョンとそれ以前のバージョンが不要な場合は、プルリクエストを閉じてください。コミットをプッシュすると、\
        martlet はこのブランチを変更しなくなります。

        <details>
        <summary>コマンド (書き込み権限のあるユーザーがコメントで実行できます)</summary>

        \(CommandList.table(.japanese))

        </details>


        """)
  }

  @Test func `only the text changes, not the marker`() throws {
    let (english, japanese) = (try update(language: .english).body(), try update().body())
    #expect(BodyMarker(in: english) == BodyMarker(in: japanese))
  }

  @Test func `a pull request keeps its title and its commit message`() async throws {
    let scene = try await scene()
    try await scene.run()
    let pull = try #require(try await scene.pullRequests().first)
    #expect(pull.title == "Bump a from 1.0.0 to 1.1.0")
    #expect(pull.body.hasPrefix("`a` を `1.0.0` から `1.1.0` に更新します。"))
    #expect(try await scene.message(of: 1).hasPrefix("Bump a from 1.0.0 to 1.1.0"))
  }

  @Test(arguments: [
    ("", "", Language.japanese, true), ("", "", .english, false),
    ("language: en", "", .japanese, false), ("", "language: ja", .english, true),
    ("language: ja", "language: en", .english, false),
  ])
  func `the entry comes before the file, and the file before the operator`(
    top: String, entry: String, operators: Language, isJapanese: Bool
  ) async throws {
    let scene = try await scene(top, entry: entry)
    scene.language.withLock { $0 = operators }
    try await scene.run()
    let body = try #require(try await scene.pullRequests().first).body
    #expect(body.contains("更新します") == isJapanese)
    #expect(body.contains("Bumps") != isJapanese)
  }

  @Test func `an open pull request is rewritten when the language changes`() async throws {
    let scene = try await scene("")
    try await scene.run()
    scene.language.withLock { $0 = .japanese }
    try await scene.run()
    #expect(try await scene.pullRequests().map { $0.body.contains("更新します") } == [true])
  }

  @Test func `commands are answered`() async throws {
    let scene = try await scene()
    try await scene.run()
    let ann = try scene.forge(as: "ann")
    _ = try await ann.comment("@martlet ignore this major version", on: 1, in: scene.repository)
    _ = try await ann.comment("@martlet fly", on: 1, in: scene.repository)
    try await scene.run()
    let replies = try await scene.comments(on: 1).filter { $0.contains("martlet-reply") }
    #expect(
      replies.first?.hasPrefix(
        "今後は `a` の 1.x を提案しません。取り消すには `@martlet unignore` とコメントしてください。\n") == true)
    #expect(
      replies.last?.hasPrefix("不明なコマンドです。使用できるコマンドは次のとおりです。\n\n| コメント |") == true)
  }

  @Test func `a person who closes a pull request is answered`() async throws {
    let scene = try await scene()
    scene.change { $0.replies = .on }
    try await scene.run()
    try await scene.close(1)
    try await scene.run()
    #expect(try await scene.comments(on: 1).last?.hasPrefix("これらのバージョンは今後提案しません。") == true)
  }

  private static let conflict = Problem(.unsolvable, "cannot be installed", subject: "b")

  private static let states: [UpdateState] = [
    .upToDate, .ignored(version: "2", rule: "the ignore rule 'a*' for major updates"),
    .leftOut(version: nil, rule: "'allow' (no rule matches this dependency)"),
    .leftOut(version: "2", rule: "the default of 'allow' (direct dependencies only)"),
    .switchedOff(version: "2"), .heldBack(version: "2", reason: "failed in other repositories"),
    .coolingDown(version: "2", until: 9_000), .awaitingApproval(version: "2"),
    .scheduled(version: "2"), .limited(version: "2", limit: 3),
    .waiting(version: "2", reason: "CI judges its branch"), .endedMeanwhile(version: "2"),
    .apart(version: "2", group: "all", conflict),
    .unfixed(version: nil, advisories: ["X-1"], obstacle: .noSafeVersion),
    .unfixed(version: "2", advisories: ["X-1"], obstacle: .rule("the ignore rule 'a'")),
    .unfixed(version: "2", advisories: ["X-1"], obstacle: .conflict(conflict)),
    .declined(version: "2", number: 3), .foreignCommits(number: 3, branch: "x"),
    .current(number: 3, version: "2"), .toOpen(version: "2"), .toUpdate(number: 3, version: "2"),
    .opened(number: 3, version: "2"), .updated(number: 3, version: "2"),
    .merged(version: "2", base: "main"), .toClose(number: 3, reason: .removed),
    .closed(number: 3, reason: .superseded(by: 4)),
  ]

  @Test(arguments: states)
  func `every state has a text`(state: UpdateState) {
    let text = Language.japanese.translated(state.description)
    #expect(text.contains(/[\u{3041}-\u{30FE}]/), "\(text)")
    // Only names, and what other tools say, stay as they are.
    for word in [" is ", " the ", " was ", " would ", " has ", " no "] {
      #expect(!text.contains(word), "\(text)")
    }
  }

  @Test func `a rule is named in the middle of a sentence`() {
    let state = UpdateState.ignored(version: "2.0.0", rule: "a comment of @ann on #3")
    #expect(
      Language.japanese.translated(state.description)
        == "2.0.0 は、@ann の #3 でのコメントにより除外しています")
  }

  @Test func `a closing comment has the reason`() {
    let comment = ClosingReason.impossible("cannot be chosen: a needs b").comment(
      ForgeText(), .japanese)
    #expect(
      comment == "プルリクエストを閉じました。理由: この更新はできなくなりました: 次の理由で選択できません: a needs b。")
  }

  @Test func `the dashboard is`() async throws {
    let scene = try await scene(
      "language: ja\ndashboard: true", entry: "open-pull-requests-limit: 1", names: ["a", "b"])
    try await scene.run()
    #expect(
      try await scene.dashboard() == """
        ## オープン

        - [ ] <!-- martlet-box: rebuild 1 --> #1 を作り直す: `a` `1.0.0` → `1.1.0`

        ## 保留

        - [ ] <!-- martlet-box: open npm / b 1.1.0 --> 今すぐ作成する: `b` `1.0.0` → `1.1.0` \
        (プルリクエスト数の上限のため待機中)
        """)
    try await scene.tick("今すぐ作成する")
    try await scene.run()
    #expect(try await scene.open().count == 2)
  }

  @Test(arguments: [
    "language: ja\nupdates:\n  - package-ecosystem: npm\n    directry: /\n",
    "language: ja # Japanese\nupdates: [@ann `x`\n",
  ])
  func `the notice is, even if the file can't be read as a whole`(file: String) async throws {
    let scene = try await scene()
    scene.change { $0.notices = .issue }
    try await scene.push([".github/dependabot.yml": file])
    try await scene.run()
    let issue = try #require(try await scene.issue(.notice))
    #expect(issue.title == "martlet が設定ファイルを読み取れません")
    #expect(issue.body.hasPrefix("設定ファイルに次の誤りがあり、該当する部分を使用できません。"))
  }

  @Test func `the question for a file is in the operator's language`() async throws {
    let scene = try await scene()
    try await scene.push([".github/dependabot.yml": nil])
    scene.language.withLock { $0 = .japanese }
    scene.change { $0.onboarding.form = .pullRequest }
    try await scene.run()
    let body = try #require(try await scene.pullRequests().first).body
    #expect(body.hasPrefix("このリポジトリには martlet の設定ファイルがないため、依存関係は更新されません。"))
    #expect(body.contains("### 最初の 1 週間に作成されるプルリクエスト"))
  }
}
