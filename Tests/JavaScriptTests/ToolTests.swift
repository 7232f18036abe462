import Ecosystem
import Testing
import Text

@testable import JavaScript

/// Reads the tools of the project in a folder.
private func tools(
  _ files: [String: String], in folder: String = ""
) async throws -> ProjectTools {
  var files = files
  let manifest = folder + "package.json"
  if files[manifest] == nil { files[manifest] = "{}" }
  let tree = SourceTree(name: "project", files: files)
  let project = Project(
    ecosystem: EcosystemID("npm"), directory: "/" + folder, manifest: manifest, lock: nil)
  let document = try Manifest.document(try await tree.read(manifest))
  var tools = try await ProjectTools(of: project, document, in: tree)
  for path in tools.locks.keys.sorted() { tools.add(lock: try await tree.read(path)) }
  return tools
}

/// A statement as `tool version location`; a range is in brackets, an uncertain version has a `?`.
private func summary(_ statement: ToolStatement?) -> String? {
  guard let statement else { return nil }
  let range = statement.range.map { "[\($0.text)]" } ?? "\(statement.text)?"
  let version = statement.version?.description ?? range
  return "\(statement.tool.rawValue) \(version) \(statement.location)"
}

@Suite struct `The tools that a repository states` {
  @Test(
    arguments: [
      (#"{"packageManager": "pnpm@10.34.5+sha512.abc"}"#, "pnpm 10.34.5 package.json:1:20"),
      (#"{"packageManager": "npm@11.6.2"}"#, "npm 11.6.2 package.json:1:20"),
      (#"{"packageManager": "yarn@https://a.example/yarn.js"}"#, nil),
      (
        #"{"devEngines": {"packageManager": {"name": "pnpm", "version": "^10"}}}"#,
        "pnpm [^10] package.json:1:63"
      ),
      (
        #"{"devEngines": {"packageManager": [{"name": "yarn", "version": "4.9.2"}]}}"#,
        "yarn 4.9.2 package.json:1:64"
      ),
      (
        #"{"devEngines": {"runtime": [{"name": "deno"}, {"name": "node", "version": ">=22"}]}}"#,
        "node [>=22] package.json:1:75"
      ),
      (#"{"volta": {"yarn": "1.22.22"}}"#, "yarn 1.22.22 package.json:1:20"),
      (#"{"engines": {"npm": ">=8 <11"}}"#, "npm [>=8 <11] package.json:1:21"),
      (#"{"engines": {"node": 20}}"#, nil), (#"{"engines": {"node": ""}}"#, nil),
    ])
  func `are in its manifest`(manifest: String, expected: String?) async throws {
    let tools = try await tools(["package.json": manifest])
    #expect(summary(Tool.allCases.compactMap { tools[$0] }.first) == expected)
  }

  @Test(
    arguments: [
      (".nvmrc", "# ours\n v22.11.0 \n", "node 22.11.0 .nvmrc:2:1"),
      (".nvmrc", "lts/jod\n", "node [22] .nvmrc:1:1"),
      (".nvmrc", "lts/*\n", "node [>=24] .nvmrc:1:1"),
      (".nvmrc", "node\n", "node [>=26] .nvmrc:1:1"), (".nvmrc", "", nil),
      (".nvmrc", "lts/zirconium", nil),
      (".node-version", "20\n", "node [20] .node-version:1:1"),
      (".tool-versions", "ruby 3.3.6\nnodejs 18.19.0 20.0.0", "node 18.19.0 .tool-versions:2:1"),
      (".tool-versions", "pnpm 9.1.0 # old", "pnpm 9.1.0 .tool-versions:1:1"),
      (".tool-versions", "nodejs latest", "node [>=26] .tool-versions:1:1"),
      ("mise.toml", "[tools]\nnode = \"22\"\n", "node [22] mise.toml:2:1"),
      (".mise.toml", "[tools]\nnode = ['24.1.0', '22']", "node 24.1.0 .mise.toml:2:1"),
      (
        ".config/mise/config.toml", "[tools]\n\"npm:pnpm\" = \"10.1.0\" # ours",
        "pnpm 10.1.0 .config/mise/config.toml:2:1"
      ),
      ("mise.toml", "[tools]\nnode = [\n  # ours\n  \"22\",\n]", "node [22] mise.toml:4:1"),
      (
        "mise.toml", "[tools]\nyarn = {os = [\"linux\"], version = \"4.9.2\"}",
        "yarn 4.9.2 mise.toml:2:1"
      ),
      ("mise.toml", "[tools.node]\nversion = \"22.1.0\"", "node 22.1.0 mise.toml:2:1"),
      ("mise.toml", "tools.node = \"22\"", "node [22] mise.toml:1:1"),
      ("mise.toml", "[tools]\nnode = \"{{env.NODE}}\"", nil),
      (
        "mise.toml", "[tasks.a]\nrun = \"\"\"\n[tools]\nnode = \"1\"\n\"\"\"\n[env]\nnode = \"2\"",
        nil
      ),
      (
        ".yarnrc.yml", "a: 1\nyarnPath: .yarn/releases/yarn-4.9.2.cjs\n",
        "yarn 4.9.2 .yarnrc.yml:2:11"
      ),
      (".yarnrc.yml", "yarnPath: \".yarn/yarn.js\"\n", nil),
    ])
  func `are in the files of version managers`(
    path: String, text: String, expected: String?
  ) async throws {
    let tools = try await tools([path: text])
    #expect(summary(Tool.allCases.compactMap { tools[$0] }.first) == expected)
  }

  @Test(
    arguments: [
      (
        "package-lock.json", "{\n  \"lockfileVersion\": 3\n}", "npm [>=7.0.0] package-lock.json:2:3"
      ),
      ("package-lock.json", "{\n  \"lockfileVersion\": 9\n}", nil),
      ("pnpm-lock.yaml", "lockfileVersion: '9.0'\n", "pnpm [>=9.0.0] pnpm-lock.yaml:1:1"),
      ("pnpm-lock.yaml", "lockfileVersion: 5.4\n", "pnpm [7] pnpm-lock.yaml:1:1"),
      ("yarn.lock", "# x\n# yarn lockfile v1\n\n\na@1:\n", "yarn [1] yarn.lock:2:1"),
      (
        "yarn.lock", "# yarn lockfile v1\n# yarn v1.22.4\n# node v12.0.0\n",
        "node 12.0.0 yarn.lock:3:1"
      ),
      ("yarn.lock", "# x\n\n__metadata:\n  version: 8\n", "yarn [>=4.0.0 <4.18.0] yarn.lock:4:3"),
      ("bun.lock", "{}", nil),
    ])
  func `are in the formats of locks`(path: String, text: String, expected: String?) async throws {
    let tools = try await tools([path: text])
    #expect(summary(Tool.allCases.compactMap { tools[$0] }.first) == expected)
  }

  @Test func `are taken from the most decisive place`() async throws {
    let files = [
      "package.json": #"""
      {"packageManager": "yarn@4.1.0", "volta": {"node": "20.1.0"},
        "engines": {"node": ">=18", "yarn": "^4", "npm": ">=10"}}
      """#,
      ".nvmrc": "22", ".yarnrc.yml": "yarnPath: .yarn/releases/yarn-4.9.2.cjs",
      "yarn.lock": "__metadata:\n  version: 8",
    ]
    let tools = try await tools(files)
    #expect(tools[.node]?.clause == ".nvmrc names 22")
    #expect(tools[.yarn]?.clause == "yarnPath of .yarnrc.yml names 4.9.2")
    #expect(tools[.npm]?.clause == "engines of package.json names >=10")
    #expect(tools.statements.map(\.source).last == .lock)
  }

  @Test func `are looked for in the folders above, the nearest first`() async throws {
    let files = [
      ".nvmrc": "18", "package.json": #"{"packageManager": "pnpm@9.1.0", "engines": {"npm": "1"}}"#,
      "apps/.node-version": "20", "apps/web/package.json": #"{"volta": {"node": "22.1.0"}}"#,
    ]
    let tools = try await tools(files, in: "apps/web/")
    #expect(tools[.node]?.clause == "volta of apps/web/package.json names 22.1.0")
    #expect(tools[.pnpm]?.location.description == "package.json:1:20")
    #expect(tools[.npm] == nil)
  }

  @Test(arguments: [#"{"packageManager": 1}"#, #"{"packageManager": "vlt@1.0.0"}"#])
  func `are refused if their name is unknown`(manifest: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await tools(["package.json": manifest])
    }
    #expect(problem?.location?.description == "package.json:1:20")
  }
}

@Suite struct `A project that uses another package manager` {
  private func refusal(_ files: [String: String], of tool: Tool) async throws -> String? {
    let tools = try await tools(files)
    do throws(Problem) {
      try tools.require(tool)
      return nil
    } catch {
      return "\(error.location.map(\.description) ?? "") \(error.subject ?? "") \(error.message)"
    }
  }

  @Test(
    arguments: [
      (["package-lock.json": "{}"], nil), ([:], nil),
      (["package.json": #"{"packageManager": "npm@10.8.2"}"#, "package-lock.json": "{}"], nil),
      (
        ["bun.lock": "{}"], "bun.lock:1:1 bun.lock is Bun's lock, which npm does not write"
      ),
      (
        ["package.json": #"{"packageManager": "bun@1.2.0"}"#],
        "package.json:1:20 packageManager of package.json names Bun, so martlet does not write "
          + "npm's lock"
      ),
      (
        ["package.json": #"{"packageManager": "pnpm@9.0.0"}"#, "package-lock.json": "{}"],
        "package.json:1:20 packageManager of package.json names pnpm, so martlet does not write "
          + "npm's lock"
      ),
      (
        ["package-lock.json": "{}", "pnpm-lock.yaml": ""],
        "pnpm-lock.yaml:1:1 pnpm-lock.yaml is a second lock beside package-lock.json, and nothing "
          + "states which one the project uses"
      ),
      (
        ["pnpm-lock.yaml": "", "yarn.lock": ""],
        "yarn.lock:1:1 yarn.lock is a second lock beside pnpm-lock.yaml, and nothing states which "
          + "one the project uses"
      ),
      (
        [
          "package.json": #"{"packageManager": "npm@10.8.2"}"#, "package-lock.json": "{}",
          "bun.lockb": "\u{1}",
        ], nil
      ),
      (
        ["package.json": #"{"packageManager": "npm@10.8.2"}"#, "yarn.lock": ""],
        "yarn.lock:1:1 yarn.lock is Yarn's lock, which npm does not write"
      ),
    ] as [([String: String], String?)])
  func `is refused by name`(files: [String: String], expected: String?) async throws {
    #expect(try await refusal(files, of: .npm) == expected)
  }

  @Test(arguments: [
    ["bun.lock": "{}"], ["bun.lockb": "\u{1}"],
    ["package.json": #"{"packageManager": "bun@1.2.0"}"#, "package-lock.json": "{}"],
  ])
  func `isn't read as npm's if it is Bun's`(files: [String: String]) async throws {
    let tools = try await tools(files)
    let problem = #expect(throws: Problem.self) { try tools.requireReadable() }
    #expect(problem?.kind == .refused)
  }

  @Test(
    arguments: [
      (["bun.lock": "{}"], nil),
      (
        ["package.json": #"{"packageManager": "bun@1.4.4"}"#, "bun.lock": "{}", "yarn.lock": ""],
        nil
      ),
      (
        ["bun.lock": "{}", "package-lock.json": "{}"],
        "package-lock.json:1:1 package-lock.json is a second lock beside bun.lock, and nothing states "
          + "which one the project uses"
      ),
      (
        ["package.json": #"{"packageManager": "bun@1.4.4"}"#, "package-lock.json": "{}"],
        "package-lock.json:1:1 package-lock.json is npm's lock, which Bun does not write"
      ),
    ] as [([String: String], String?)])
  func `is refused to Bun by name`(files: [String: String], expected: String?) async throws {
    #expect(try await refusal(files, of: .bun) == expected)
  }

  @Test func `may be inside of one that has its own lock`() async throws {
    let files = [
      "package.json": #"{"packageManager": "pnpm@9.0.0"}"#, "site/package-lock.json": "{}",
    ]
    try (await tools(files, in: "site/")).require(.npm)
  }
}
