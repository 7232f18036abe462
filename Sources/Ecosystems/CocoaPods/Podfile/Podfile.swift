import Ecosystem
import Ruby
import Text

/// The content of a `Podfile`.
struct Podfile: Sendable {
  /// A `pod` line, or one of the subspecs that it names.
  struct Pod: Sendable {
    var dependency: PodDependency
    /// The clauses as written, each with its literal if it is one.
    var clauses: [RubyString] = []
    /// The value of `:tag`.
    var tag: RubyString?
    /// The name as written.
    var name: RubyString?
    /// The `pod` call; nil for a line that the lock has and the Podfile doesn't.
    var call: Call?
    /// Whether only some build configurations use it.
    var isLimited = false
    var location: Location
  }

  /// The place of a call in bytes.
  struct Call: Hashable, Sendable {
    var file: String
    var range: Range<Int>
  }

  /// A target, or a group of targets.
  struct Target: Sendable {
    var name: String
    /// Nil for the root, which contains all others.
    var parent: Int?
    var isAbstract: Bool
    /// The platform of its own `platform` line, or of the Xcode project.
    var platform: PodPlatform?
    /// `complete`, `search_paths` or `none`.
    var inheritance = "complete"
    /// The path of the Xcode project without its ending, relative to the Podfile.
    var project: String?
    var pods: [Pod] = []
    /// The local podspecs whose dependencies it has, with the chosen subspecs.
    var podspecs: [(podspec: Podspec, subspecs: [Int], location: Location)] = []
    var location: Location
  }

  /// Something in the Podfile whose result isn't known.
  struct Opaque: Hashable, Sendable {
    /// The name of the function.
    var name: String
    var location: Location
  }

  /// A `platform` line whose version code computes that isn't in the repository.
  struct UnknownPlatform: Hashable, Sendable {
    /// CocoaPods' name of the system: `ios`.
    var name: String
    /// The target that has the line.
    var target: Int
    var location: Location
  }

  /// The repositories of specs in order, as written.
  var sources: [String] = []
  /// The root first; every parent precedes its children.
  var targets: [Target] = []
  /// The plugins that it loads.
  var plugins: [Opaque] = []
  /// Functions of React Native, Flutter and the like, which can add pods.
  var opaque: [Opaque] = []
  /// The `platform` lines whose version is computed by code.
  var unknownPlatforms: [UnknownPlatform] = []
  /// The conditions that depend on the machine.
  var choices: [RubyChoice] = []
}

extension Podfile {
  /// The platform of a target: its own, or that of the nearest target around it.
  func platform(of index: Int) -> PodPlatform? {
    targets[index].platform ?? targets[index].parent.flatMap(platform)
  }

  /// Whether a target doesn't get the pods of its parent.
  func isExclusive(_ index: Int) -> Bool {
    guard let parent = targets[index].parent else { return true }
    return !matchesPlatform(index, parent) || targets[index].inheritance != "complete"
  }

  private func matchesPlatform(_ index: Int, _ parent: Int) -> Bool {
    let outer = platform(of: parent)
    return outer == platform(of: index) || (outer == nil && targets[parent].isAbstract)
  }

  /// The dependencies of a target: its own, then those that it inherits.
  func dependencies(of index: Int) throws(Problem) -> [PodDependency] {
    var result = targets[index].pods.map(\.dependency)
    result += try podspecDependencies(of: index)
    if let parent = targets[index].parent, !isExclusive(index) {
      result += try dependencies(of: parent)
    }
    return result
  }

  /// The dependencies of the local podspecs that `podspec` lines name.
  private func podspecDependencies(of index: Int) throws(Problem) -> [PodDependency] {
    var seen: Set<PodDependency> = []
    var result: [PodDependency] = []
    for (podspec, chosen, _) in targets[index].podspecs {
      for spec in chosen.flatMap(podspec.withDescendants) {
        let all =
          if let platform = platform(of: index) {
            try podspec.ownDependencies(spec, platform.name)
          } else {
            try podspec.dependencies(spec)
          }
        result += all.filter { $0.root != podspec.name && seen.insert($0).inserted }
      }
    }
    return result
  }

  /// The dependencies of all targets, each once, in order.
  var dependencies: [PodDependency] {
    get throws(Problem) {
      var seen: Set<PodDependency> = []
      var result: [PodDependency] = []
      for index in [0] + descendants(of: 0) {
        result += try dependencies(of: index).filter { seen.insert($0).inserted }
      }
      return result
    }
  }

  /// The targets inside a target in CocoaPods' order: its children, then those of each child.
  func descendants(of index: Int) -> [Int] {
    let children = targets.indices.filter { targets[$0].parent == index }
    return children + children.flatMap(descendants)
  }

  /// All `pod` lines, in order.
  var pods: [Pod] { targets.flatMap(\.pods) }
}

extension Podspec {
  /// A spec and all its subspecs.
  func withDescendants(_ index: Int) -> [Int] {
    [index] + specs[index].children.flatMap(withDescendants)
  }
}
