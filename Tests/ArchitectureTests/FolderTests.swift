import Architecture
import Testing

private let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// The folders of a module, lowest first: a folder uses types of the folders before it.
private typealias Ranks = [String]

/// The module's own folder, without a folder below it.
private let top = ""

/// The files directly in the folder of these modules compose the others, or hold what all use.
private let ranks: [String: Ranks] = [
  "Updates": [
    "Entries", "Model", "Evidence", "Discover", "Read", "Security", "LookUp", "Plan", "Resolve",
    "Describe", "Review", "Conversation", "Takeover", "Publish", "Retire", "Comments", "Watch",
    "Split", "Record", "Issues", "Dashboard", "Onboarding", top,
  ],
  "Ecosystem": [top, "Migration", "Memory"],
  "Service": [
    "Calendar", "Intake", "Schedule", "Routes", "SignIn", "Queue", "Reconcile", "Metrics",
    "Scheduler", "Actions", "Exports", "Pages", "Notifications", "Lifecycle",
  ],
  "HTTP": [top, "Live", "Cache", "Layers"],
  "Git": [top, "Cache", "Smart"],
  "Configuration": [
    "Decoding", "Schedules", "Patterns", "Repository", "Operator", "Presets", "Import", "Renovate",
    "Dependabot", "Steward", top,
  ],
  "Bundler": ["Sources", "Lock", "Platforms", "Index", "Edits", "Gemfile", "Resolving"],
  "CocoaPods": [
    "Versions", "Podspec", "Lock", "Sources", "Resolving", "Podfile", "Migrate", "Interface",
  ],
  "Forges": ["Host", "GitLab", "GitHub", "Local", "Gitea", "Azure", "Bitbucket"],
  "JavaScript": [
    "Semver", "Specs", "Text", "Tools", "Workspaces", "Registry", "Manifest", "Locks", "Project",
    "Interface", "Stages",
  ],
  "Bun": ["Lock", "Graph", "Settings", "Resolving"],
  "NPM": ["Dialect", "Tree", "Bundles", "Lock"],
  "Pnpm": ["Lock", "Settings", "Tree", "Peers"],
  "References": ["Parts", "Tags", "Images", "Lists", top, "Kinds"],
  "Ruby": [top, "Interface"],
  "SwiftPM": ["Manifest", "Resolved", "Graph", "Xcode", "Migrate", "Tuist", "Interface"],
  "Yarn": ["Classic", "Berry"],
]

/// Arrows that point backwards, each with its reason.
private let exceptions: Set<String> = [
  // The remotes own the connections and the caches that the folders below implement.
  "Git: Remotes.swift -> Smart.Greetings", "Git: Files.swift -> Cache.Caches",
  // A project's tools are derived from `packageManager` and `engines` of its manifest.
  "JavaScript: Tools/ProjectTools.swift -> Manifest.Manifest",
  // The trees are read from locks, and resolved with what packages bundle.
  "NPM: Tree/LoadVirtual.swift -> Lock.LockFile",
  "NPM: Tree/ResolutionRequest.swift -> Bundles.BundledPackages",
  // pnpm's writer and settings depend on its version, and peers are resolved while trees are built.
  "Pnpm: Lock/LockWriter.swift -> Settings.PnpmVersion",
  "Pnpm: Settings/BuiltInExtensions.swift -> Tree.OverrideRules",
  "Pnpm: Settings/Patches.swift -> Tree.OverrideRules",
  "Pnpm: Settings/UnusedCatalogs.swift -> Tree.OverrideRules",
  "Pnpm: Settings/ReleaseAge.swift -> Tree.NameMatcher",
  "Pnpm: Tree/LockBuilder.swift -> Peers.PeerTree",
  "Pnpm: Tree/LockBuilder.swift -> Peers.GraphNode",
  "Pnpm: Tree/DependencyTree.swift -> Peers.PeerWork",
  "Pnpm: Tree/HoistPeers.swift -> Peers.PeerCheck",
]

@Suite struct `The folders of a module` {
  private static let shared = Result { try ModuleGraph(root: root) }

  private let graph: ModuleGraph

  init() throws { graph = try Self.shared.get() }

  private func folders(of name: String) throws -> FolderGraph {
    let module = try #require(graph.programModules.first { $0.name == name })
    return FolderGraph(module.files, below: module.folder)
  }

  @Test func `have ranks in every module of several stages or parts`() {
    let wanted = ["Updates", "Service", "HTTP", "Git", "Configuration", "Forges"]
    for module in graph.programModules {
      let folders = FolderGraph(module.files, below: module.folder).folders.subtracting([top])
      let hasParts = ["Sources/Ecosystems/", "Sources/Interpreters/"].contains {
        module.folder.hasPrefix($0)
      }
      let needsRanks = hasParts && folders.count > 1
      guard needsRanks || wanted.contains(module.name) else { continue }
      let ranked = Set(ranks[module.name] ?? []).subtracting([top])
      #expect(ranked == folders, "\(module.name)")
    }
  }

  @Test(arguments: ranks.keys.sorted())
  func `use only types of folders of lower rank`(module: String) throws {
    let order = try #require(ranks[module])
    let rank = { (folder: String) in order.firstIndex(of: folder) }
    let backwards = try folders(of: module).arrows.filter { arrow in
      guard let from = rank(arrow.from), let to = rank(arrow.to) else { return false }
      return to >= from
    }
    let found = Set(backwards.map { $0.line(in: module, below: folder(of: module)) })
    let allowed = exceptions.filter { $0.hasPrefix("\(module): ") }
    #expect(found.subtracting(allowed) == [])
    #expect(allowed.subtracting(found) == [], "these exceptions are no longer needed")
  }

  private func folder(of module: String) -> String {
    graph.programModules.first { $0.name == module }?.folder ?? ""
  }
}

extension FolderGraph.Arrow {
  /// For example `Git: Remotes.swift -> Smart.Greetings`.
  fileprivate func line(in module: String, below folder: String) -> String {
    "\(module): \(file.dropFirst(folder.count + 1)) -> \(to).\(type)"
  }
}
