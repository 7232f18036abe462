import Ecosystem
import SwiftSources

/// What a podspec contains that decides whether the pod can be moved.
struct PodContents {
  let hasResources: Bool
  let hasBinaries: Bool
  let obstacles: [MigrationObstacle]

  /// Reads the attributes of the used subspecs and of those around them, for all platforms.
  ///
  /// - Parameters:
  ///   - podspec: the podspec of the locked version.
  ///   - names: the entries that the lock has of the pod.
  init(_ podspec: Podspec, used names: [String]) {
    let tables = podspec.tables(of: names)
    func values(_ keys: [String]) -> [SpecValue] {
      tables.flatMap { table in keys.compactMap { table[$0] } }.filter { !$0.isBlank }
    }
    hasResources = !values(["resources", "resource_bundles", "on_demand_resources"]).isEmpty
    hasBinaries = !values(["vendored_frameworks", "vendored_libraries"]).isEmpty
    var obstacles: [MigrationObstacle] = []
    let scripts = values(["script_phases"]).flatMap(\.elements)
    if !scripts.isEmpty {
      let names = scripts.compactMap { $0.table?["name"]?.string }.uniqued()
      let list = names.isEmpty ? "" : ": " + names.joined(separator: ", ")
      obstacles.append(MigrationObstacle(.scripts, "has script phases\(list)"))
    }
    if podspec.specs[0].attributes["prepare_command"].map({ !$0.isBlank }) ?? false {
      obstacles.append(
        MigrationObstacle(.preparation, "has a prepare_command, which changes its sources"))
    }
    self.obstacles = obstacles
  }
}

extension SpecValue {
  /// Whether it has no content.
  var isBlank: Bool {
    switch self {
    case .null: true
    case .bool, .number: false
    case .text(let text): text.trimmingPodSpace().isEmpty
    case .list(let list): list.allSatisfy(\.isBlank)
    case .table(let table): table.isEmpty
    }
  }
}

extension Podspec {
  /// The attributes of specs and of those around them, each once, with those for single platforms.
  func tables(of names: [String]) -> [SpecTable] {
    var indices: [Int] = []
    for name in names {
      var index = index(of: name)
      while let next = index {
        if !indices.contains(next) { indices.append(next) }
        index = specs[next].parent
      }
    }
    if indices.isEmpty { indices = [0] }
    return indices.flatMap { index in
      let own = specs[index].attributes
      return [own] + PodPlatform.names.compactMap { own[$0]?.table }
    }
  }

  /// The whole names of the subspecs that come with the pod; empty if it has none.
  var defaultNames: [String] {
    let named =
      (specs[0].attributes["default_subspecs"]?.elements ?? [])
      + (specs[0].attributes["default_subspec"]?.elements ?? [])
    let texts = named.compactMap(\.printed)
    if texts == ["none"] { return [] }
    if !texts.isEmpty { return texts.map { "\(name)/\($0)" } }
    return specs[0].children.filter { specs[$0].kind == .library }.map { specs[$0].name }
  }

  /// The module that sources import.
  var moduleName: String {
    if let named = text("module_name") { return named }
    return (text("header_dir") ?? name).moduleName
  }
}

/// Where the sources of a pod's version are.
enum PodOrigin {
  case found(MigrationOrigin)
  case obstacle(MigrationObstacle)

  /// Reads the `source` of a podspec.
  init(_ source: SpecValue?, _ version: String) {
    let table = source?.table
    guard let url = table?["git"]?.string else {
      let kind = table?.keys.sorted().first { ["http", "svn", "hg"].contains($0) }
      let suffix = kind.flatMap { table?[$0]?.printed }.map { ": \($0)" } ?? ""
      self = .obstacle(
        MigrationObstacle(.notGit, "is downloaded by \(kind ?? "no source"), not by git\(suffix)"))
      return
    }
    if let tag = table?["tag"]?.printed {
      self = .found(MigrationOrigin(repository: url, reference: .tag(tag), version: version))
    } else if let commit = table?["commit"]?.printed, commit.utf8.count == 40 {
      self = .found(MigrationOrigin(repository: url, reference: .commit(commit), version: version))
    } else {
      self = .obstacle(
        MigrationObstacle(.noVersionTag, "has a podspec that names no tag of \(url)"))
    }
  }

  /// Takes the options of a `pod` line with `:git` or `:podspec`, and the commit of the lock.
  init(line: ExternalSource, checkout: ExternalSource?, _ podspec: Podspec, _ version: String) {
    guard let url = line["git"] else {
      self.init(podspec.specs[0].attributes["source"], version)
      return
    }
    let commit = checkout?["commit"] ?? line["commit"]
    let reference: MigrationOrigin.Reference?
    if let tag = line["tag"] {
      reference = .tag(tag)
    } else if let branch = line["branch"] {
      reference = commit.map { .branch(branch, commit: $0) }
    } else {
      reference = commit.map { .commit($0) }
    }
    if let reference {
      self = .found(MigrationOrigin(repository: url, reference: reference, version: version))
    } else {
      self = .obstacle(MigrationObstacle(.noVersionTag, "has no commit in the lock"))
    }
  }
}
