import Ecosystem
import Text
import Versioning

/// A place in a file that names a version of something.
protocol VersionUse: Hashable, Sendable {
  /// The key of such a place in lists of requirements: `uses`, `image`.
  static var section: String { get }
  /// The verb for such a place in explanations: `uses`, `names`.
  static var verb: String { get }
  /// The location of the name or the version.
  var location: Location { get }
  /// The version as a requirement states it.
  var requirement: String { get }
  /// The name and the version as explanations show them.
  var shown: String { get }
}

/// A use with the path of its file.
struct UseInFile<Use: VersionUse>: Sendable {
  var file: String
  var use: Use

  /// Lists the uses of files, in the order of the files.
  static func all(in files: [(path: String, uses: [Use])]) -> [UseInFile] {
    files.flatMap { file in file.uses.map { UseInFile(file: file.path, use: $0) } }
  }

  /// One line of an explanation.
  var explanation: String { "  \(use.location) \(Use.verb) \(use.shown)" }

  /// What the use asks for.
  ///
  /// - Parameter locked: the version of the use; nil without one.
  /// - Returns: the requirement, with the location of the use.
  func requirement(locked: String?) -> Requirement {
    Requirement(
      manifest: file, section: Use.section, text: use.requirement, locked: locked,
      location: use.location)
  }
}

/// The state of a use: its version, and the versions to choose from.
protocol UseState: Sendable {
  associatedtype Number: NumberedTag
  /// Nil if the use names no version.
  var version: Number? { get }
  /// The versions in the form of the use, oldest first.
  var candidates: [Number] { get }
}

extension UseState {
  /// Chooses the tag for a version: the newest candidate within it.
  func choice(for version: Number) -> Number? { candidates.last { $0.isWithin(version) } }
}

/// A use with what the repository or the registry says about it.
struct ResolvedUse<Use: VersionUse, State: UseState>: Sendable {
  var usage: UseInFile<Use>
  var state: State

  var file: String { usage.file }
  var use: Use { usage.use }
}

/// A use that moves from one version to another.
struct UseMove<Use: VersionUse, State: UseState>: Sendable {
  var member: ResolvedUse<Use, State>
  var old: State.Number
  var new: State.Number

  /// Moves each use to the newest tag of its form within a version.
  ///
  /// A use that is already newer stays, unless all are and the version was asked for.
  static func all(_ members: [ResolvedUse<Use, State>], to version: State.Number) -> [UseMove] {
    let moves = members.compactMap { member -> UseMove? in
      guard let old = member.state.version, let new = member.state.choice(for: version) else {
        return nil
      }
      return UseMove(member: member, old: old, new: new)
    }
    let isLowered = moves.allSatisfy { $0.new <= $0.old }
    return moves.filter { (isLowered || $0.new > $0.old) && $0.new.text != $0.old.text }
  }

  /// The greatest step that a version is for one of the uses; nil if it is newer than none.
  static func step(of members: [ResolvedUse<Use, State>], to version: State.Number) -> Step? {
    members.compactMap { member in
      member.state.version.flatMap { member.state.choice(for: version)?.step(from: $0) }
    }
    .max()
  }
}
