import Architecture
import Testing

private let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// A stage of an ecosystem: the name of its file, and what the file declares.
private struct Stage {
  let file: String
  let declarations: [String]
  /// Whether an ecosystem may do without it, because the protocol has a default.
  var isOptional = false
}

/// The stages of an ecosystem that updates a lock by `UpdatePipeline`.
private let lockStages = [
  Stage(file: "Description", declarations: ["extension EcosystemDescription {"]),
  Stage(file: "Discover", declarations: ["func discover(in paths: "]),
  Stage(file: "Open", declarations: ["func open("]),
  Stage(file: "Read", declarations: ["func dependencies()"]),
  Stage(file: "LookUp", declarations: ["func releases(of dependency: Dependency)"]),
  Stage(file: "Plan", declarations: ["func plan(for goal: Goal)"]),
  Stage(file: "Edit", declarations: ["func reading(_ tree: SourceTree)", "func prove("]),
  Stage(file: "Resolve", declarations: ["func keepsLock("]),
  Stage(file: "Explain", declarations: ["func explain("]),
  Stage(file: "Imports", declarations: ["func imports(of dependency: Dependency)"]),
  Stage(file: "Upstream", declarations: ["func upstream("]),
  Stage(file: "ContentIdentities", declarations: ["func contentIdentities("]),
  Stage(file: "Interface", declarations: ["var useScanner: UseScanner"]),
  Stage(file: "DirectParents", declarations: ["func packages(neededBy "]),
  Stage(file: "DirectParents", declarations: ["func directParents(of "], isOptional: true),
  Stage(file: "Couple", declarations: ["func coupled(with "], isOptional: true),
  Stage(file: "ForeignSources", declarations: ["func foreignSources(in "], isOptional: true),
  Stage(file: "Upstream", declarations: ["func warnings(about "], isOptional: true),
]

/// The files of every ecosystem, by its module.
private let fileSets: [String: [Stage]] = {
  var sets: [String: [Stage]] = [:]
  for name in ["Bundler", "Carthage", "CocoaPods", "SwiftPM"] {
    sets[name] =
      lockStages + [Stage(file: "\(name)Ecosystem", declarations: [": PackageEcosystem {"])]
  }
  // JavaScript has the stages; a tool reads its files and its lock, and resolves.
  for name in ["Bun", "NPM", "Pnpm", "Yarn"] {
    sets[name] = [
      Stage(file: "Description", declarations: ["extension EcosystemDescription {"]),
      Stage(file: "\(name)Sources", declarations: ["struct \(name)Sources: JavaScriptTool"]),
      Stage(file: "LockedCopies", declarations: []), Stage(file: "Resolve", declarations: []),
    ]
  }
  // A change replaces text, so that there is nothing to resolve.
  sets["References"] = referenceFiles("Reference")
  sets["GitSubmodules"] =
    referenceFiles("Submodule")
    + [Stage(file: "Description", declarations: ["extension EcosystemDescription {"])]
  return sets
}()

private func referenceFiles(_ name: String) -> [Stage] {
  [
    Stage(file: "\(name)Ecosystem", declarations: ["struct \(name)Ecosystem: "]),
    Stage(file: "\(name)Project", declarations: ["struct \(name)Project: OpenProject {"]),
  ]
}

/// The files of the stages that JavaScript has for its tools, in `JavaScript/Stages`.
private let javaScriptStages = Set(lockStages.filter { !$0.isOptional }.map(\.file))

/// Files that are missing or named differently, each with its reason.
private let deviations: [String: String] = [
  "Carthage: Upstream": "a dependency is its repository, which is the default of the protocol",
  "JavaScript: Description": "each tool has its own",
  "JavaScript: Plan": "attempts run around all stages, so that `Resolve` plans each of them",
  "JavaScript: ContentIdentities": "the tools' locks have digests, which `Resolve` compares",
  "JavaScript: Interface": "a folder: the stage is `Interface/RegistryProject`",
  "JavaScript: DirectParents": "`Couple` follows peers from the same table",
]

@Suite struct `The files of an ecosystem` {
  private static let shared = Result { try ModuleGraph(root: root) }

  private let graph: ModuleGraph

  init() throws { graph = try Self.shared.get() }

  private func files(of module: String) -> [SourceFile] {
    graph.programModules.first { $0.name == module }?.files ?? []
  }

  @Test func `are listed here for each one`() {
    let described = graph.programModules.filter { module in
      module.files.contains { $0.path.hasSuffix("/Description.swift") }
    }.map(\.name)
    #expect(Set(described).subtracting(fileSets.keys) == [])
    let folders = graph.programModules.filter { $0.folder.hasPrefix("Sources/Ecosystems/") }
    #expect(Set(fileSets.keys).subtracting(folders.map(\.name)) == [])
  }

  @Test func `have the same names for the same stages, or a reason`() {
    var found: Set<String> = []
    for (module, stages) in fileSets {
      found.formUnion(stages.flatMap { problems(with: $0, of: module, in: files(of: module)) })
    }
    let shared = files(of: "JavaScript").filter { $0.path.contains("/Stages/") }.map(\.name)
    found.formUnion(javaScriptStages.subtracting(shared).map { "JavaScript: \($0)" })
    #expect(found.subtracting(deviations.keys) == [])
    #expect(Set(deviations.keys).subtracting(found) == [], "these reasons are no longer needed")
  }

  @Test func `have a kind for each folder of references`() {
    let kinds = files(of: "References").filter { $0.path.contains("/Kinds/") }
    let folders = Set(kinds.map { $0.path.split(separator: "/").dropLast().last ?? "" })
    for folder in folders where folder != "Kinds" {
      #expect(kinds.contains { $0.name == "\(folder)Kind" }, "\(folder)")
    }
  }

  @Test(arguments: [
    (["Edit.swift": "func prove("], []),
    ([:], ["Kit: Edit"]),
    (["Edit.swift": "func other("], ["Kit: Edit"]),
    (["Change.swift": "func prove("], ["Kit: Edit"]),
    (["Edit.swift": "func prove(", "Other.swift": "func prove("], ["Kit: Edit in Other"]),
  ])
  func `are compared with what they declare`(texts: [String: String], expected: [String]) {
    let files = texts.map { SourceFile(path: "Sources/Ecosystems/Kit/\($0)", text: $1) }
    let stage = Stage(file: "Edit", declarations: ["func prove("])
    #expect(problems(with: stage, of: "Kit", in: files) == expected)
  }

  @Test func `may lack what the protocol has a default for, but not elsewhere`() {
    let stage = Stage(file: "Couple", declarations: ["func coupled("], isOptional: true)
    #expect(problems(with: stage, of: "Kit", in: []) == [])
    let other = SourceFile(path: "Sources/Ecosystems/Kit/Open.swift", text: "func coupled(")
    #expect(problems(with: stage, of: "Kit", in: [other]) == ["Kit: Couple in Open"])
  }
}

/// Lists what of a stage is missing, or in another file than that of the stage.
private func problems(
  with stage: Stage, of module: String, in files: [SourceFile]
) -> [String] {
  let own = files.filter { $0.name == stage.file }
  let has = { (file: SourceFile, declaration: String) in
    file.lines.contains { $0.contains(declaration) }
  }
  let isComplete = stage.declarations.allSatisfy { declaration in
    own.contains { has($0, declaration) }
  }
  guard isComplete && !own.isEmpty || stage.isOptional else { return ["\(module): \(stage.file)"] }
  let others = files.filter { file in
    file.name != stage.file && stage.declarations.contains { has(file, $0) }
  }
  return others.map { "\(module): \(stage.file) in \($0.name)" }.sorted()
}

extension SourceFile {
  /// The name without folders and ending.
  fileprivate var name: String {
    String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
  }
}
