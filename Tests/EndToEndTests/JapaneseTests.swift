import Foundation
import JSON
import TestSupport
import Testing

/// The command line in Japanese, in a project with two gems.
@Suite(.serialized) struct `The command line in Japanese` {
  private let server: LoopbackServer
  private let folder: Folder

  init() throws {
    let infos = [
      "/info/a": "---\n1.0.0 \n1.1.0 \n", "/info/b": "---\n1.0.0 \n1.1.0 \n1.2.0 a:>= 9\n",
    ]
    server = try LoopbackServer { request in
      infos[request.path].map { .text($0) } ?? .status(404)
    }
    folder = try Folder([
      "app/Gemfile": "source \"https://rubygems.org\"\ngem \"a\", \"~> 1.0\"\ngem \"b\"\n",
      "app/Gemfile.lock": """
      GEM
        remote: https://rubygems.org/
        specs:
          a (1.0.0)
          b (1.0.0)

      PLATFORMS
        ruby

      DEPENDENCIES
        a (~> 1.0)
        b

      BUNDLED WITH
         2.7.2

      """,
    ])
    try configure("")
  }

  private func configure(_ language: String) throws {
    try folder.write(
      """
      \(language)
      mirrors:
        - {from: "https://rubygems.org/", to: "\(server.url())"}

      """, to: "martlet.yml")
  }

  private func run(
    _ words: String..., environment: [String: String] = ["LANG": "ja_JP.UTF-8"]
  ) async throws -> Program.Outcome {
    let outcome = try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: environment)
    #expect(outcome.code == 0, "\(outcome.error)")
    return outcome
  }

  @Test func `has columns that are aligned, reasons, and a summary`() async throws {
    let text = try await run("check", "app").out
    #expect(
      text == """
        Gemfile
        名前  種類  バージョン指定  現在   指定範囲内  最新   状態
        a     直接  ~> 1.0          1.0.0  1.1.0       1.1.0  古い
        b     直接  -               1.0.0  1.1.0       1.1.0  古い
        b: 1.2.0 は保留しています: 次の理由で選択できません: The Gemfile requires a ~> 1.0. \
        b 1.2.0 needs a >= 9. So b 1.2.0 cannot be used

        依存パッケージ 2 個: 古い 2 個

        """)
  }

  @Test func `says what an update changed`() async throws {
    let text = try await run("update", "app", "a").out
    #expect(text == "a 1.0.0 -> 1.1.0\n変更: Gemfile.lock\n")
    #expect(try await run("update", "app", "a").out == "変更はありません\n")
  }

  @Test func `is that of the operator's file, or else that of the environment`() async throws {
    #expect(try await run("check", "app", environment: [:]).out.contains("2 outdated"))
    #expect(
      try await run("check", "app", environment: ["LANG": "ja_JP.UTF-8", "LC_ALL": "C"]).out
        .contains("2 outdated"))
    try configure("language: ja")
    #expect(try await run("check", "app", environment: [:]).out.contains("古い 2 個"))
    try configure("language: en")
    #expect(try await run("check", "app").out.contains("2 outdated"))
  }

  @Test func `explains commands, and mistakes in the arguments`() async throws {
    let japanese = ["LANG": "ja_JP.UTF-8"]
    let help = try await Program.run(["logs", "--help"], in: folder.path, environment: japanese)
    #expect(
      help.out.hasPrefix(
        """
        リポジトリの最近の巡回のログを表示

        使い方: martlet logs [options]

        ステートには、ログまたは変更があった巡回のうち、1 週間以内の最新の 20 回が残ります。

        オプション:
          --config FILE            ホスト、ミラー、レジストリ、ツールチェーンを定める運
                                   用設定ファイル。既定値: $MARTLET_CONFIG、

        """))
    let mistake = try await Program.run(["logs", "--jsn"], in: folder.path, environment: japanese)
    #expect(mistake.code == 2)
    #expect(
      mistake.error == """
        martlet: 不明なオプション '--jsn' です。'--json' ではありませんか?
        使い方は 'martlet logs --help' で確認できます。

        """)
  }

  @Test func `leaves the document for programs as it is`() async throws {
    let japanese = try await run("check", "app", "--json").out
    #expect(try await run("check", "app", "--json", environment: [:]).out == japanese)
    #expect(japanese.contains("is held back"))
  }
}

@Suite(.needsFakeHost, .serialized) struct `A repository in Japanese` {
  @Test func `has descriptions, a dashboard and answers in it`() async throws {
    let scene = try await IssueScene(.gitHub, "language: ja\ndashboard: true")
    let outcome = try await scene.run()
    #expect(outcome.code == 0)
    // The operator's file names no language.
    #expect(outcome.out.contains("1 repository: 1 opened"))
    let pull = try #require(try await scene.pulls().first)
    #expect(pull["title"] == "Bump aster from 1.0.0 to 1.1.0")
    let body = try #require(pull["body"]?.string)
    #expect(body.contains("を `1.0.0` から `1.1.0` に更新します"))
    #expect(body.contains("<summary>コマンド (書き込み権限のあるユーザーがコメントで実行できます)</summary>"))
    #expect(!body.contains("Bumps") && !body.contains("Release notes"))
    #expect(try await scene.body("dashboard").contains("今すぐ作成する: `borage` `1.0.0` → `1.1.0`"))
    try await scene.tick("今すぐ作成する")
    #expect(try await scene.run().code == 0)
    #expect(try await scene.pulls().count == 2)
    let writes = try await scene.fake.writes().count
    #expect(try await scene.run().code == 0)
    #expect(try await scene.fake.writes().count == writes)
  }
}
