package import Ecosystem
import Text

/// A Podfile, evaluated, with its parsed lock.
struct PodProject: LockedProject {
  let project: Project
  let tree: SourceTree
  let library: PodLibrary
  let toolchain: Toolchain
  let podfile: Podfile
  let podfileText: SourceText
  let lock: PodfileLock?
  let lockText: SourceText?
  /// Whether a `.gitignore` names the folder `Pods`, so that it isn't part of the repository.
  let ignoresPods: Bool
  /// The requirements of locked pods by the pod that they are on.
  let lockedRequirements = Memo { (lock: PodfileLock) in lock.requirementsByRoot }

  /// The folder of the Podfile.
  var folder: String { TreePath.folder(of: project.manifest) }

  func declares(_ name: String) -> Bool { declared.contains { $0.dependency.root == name } }

  /// The `pod` lines whose pods can be updated.
  var declared: [Podfile.Pod] { podfile.pods }
}

extension PodfileLock {
  /// The requirements of pods by the pod that they are on.
  fileprivate var requirementsByRoot: [String: [PodRequirement]] {
    let all = pods.flatMap(\.dependencies).compactMap { PodDependency(lockText: $0) }
    return Dictionary(grouping: all, by: \.root).mapValues { $0.map(\.requirement) }
  }
}

extension CocoaPodsEcosystem {
  /// Evaluates the Podfile and parses the lock.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    try await pods(of: project, in: tree)
  }

  /// Evaluates the Podfile and parses the lock.
  func pods(of project: Project, in tree: SourceTree) async throws(Problem) -> PodProject {
    var lockText: SourceText?
    var lock: PodfileLock?
    if let path = project.lock {
      let text = try await tree.read(path)
      lockText = text
      lock = try PodfileLock(text)
    }
    let text = try await tree.read(project.manifest)
    return PodProject(
      project: project, tree: tree, library: library, toolchain: toolchain,
      podfile: try await Self.podfile(of: project, in: tree, lock), podfileText: text, lock: lock,
      lockText: lockText, ignoresPods: try await Self.ignoresPods(project, in: tree))
  }

  /// Whether a `.gitignore` of the Podfile's folder, or one above, names the folder `Pods`.
  private static func ignoresPods(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> Bool {
    var folder = TreePath.folder(of: project.manifest)
    while true {
      let path = TreePath.join(folder, ".gitignore")
      if tree.listing.contains(path) {
        let lines = try await tree.readManifest(path).string.split(whereSeparator: \.isNewline)
        let names = lines.map { $0.trimmingSlashes() }
        if names.contains(where: { $0 == "Pods" || $0.hasSuffix("/Pods") }) { return true }
      }
      if folder.isEmpty { return false }
      folder = TreePath.folder(of: folder)
    }
  }

  /// Evaluates a Podfile, without platforms of the Xcode project.
  static func podfile(
    of project: Project, in tree: SourceTree, _ lock: PodfileLock?
  ) async throws(Problem) -> Podfile {
    var reader = PodfileReader(project.manifest, in: tree)
    return try await reader.read(lock: lock)
  }
}

extension Substring {
  /// The pattern without slashes and white space at both ends.
  fileprivate func trimmingSlashes() -> String {
    let text = String(self).trimmingPodSpace()
    let inner = text.drop { $0 == "/" }
    return String(inner.hasSuffix("/") ? inner.dropLast() : inner)
  }
}
