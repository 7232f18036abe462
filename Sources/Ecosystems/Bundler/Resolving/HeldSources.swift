import Ecosystem
import Text

/// Keeps a held gem at its own server when the lock's block is not one of the Gemfile's sources.
///
/// An old lock has one `GEM` block for several servers, so it does not say which server a gem came
/// from. Bundler 2 then takes the gem for one of the global servers, fails if that server does not
/// have it, and installs a stranger's gem of the same name if it does.
enum HeldSources {
  /// Gives held gems the source that a full update found, where it found the same version.
  static func adopting(_ found: SpecSet, in held: [GemSpec]) -> [GemSpec] {
    held.map { spec in
      guard let chosen = found.byName[spec.name]?.last, chosen.version == spec.version,
        found.validity(of: spec) == .valid
      else { return spec }
      var spec = spec
      spec.source = chosen.source
      return spec
    }
  }

  /// Checks that a gem whose source changed comes from where the Gemfile lets it come from.
  ///
  /// - Throws: `Problem` if the gem would move to another server, or is not on its server.
  static func check(
    _ spec: GemSpec, _ definition: Definition, _ proper: GemSource, _ index: GemIndex
  ) throws(Problem) {
    let isFound = index[spec.name]?.isEmpty == false
    guard spec.source != proper || !isFound else { return }
    let manifest = definition.gemfile.files.first ?? "Gemfile"
    throw Problem(
      .refused,
      isFound
        ? "is locked in a block that the Gemfile does not have, and \(proper.name) has a gem of "
          + "this name: Bundler would take it from \(spec.source.name)"
        : "is locked in a block that the Gemfile does not have, and is not on \(proper.name)",
      subject: spec.locked.lockName,
      at: Location(file: BundlerEcosystem.lockPath(of: manifest), line: 1, column: 1),
      advice: "update all locked gems once: that gives every server a block of its own")
  }
}

extension GemSource {
  /// The servers, the repository or the folder, as a message names it.
  fileprivate var name: String {
    switch self {
    case .rubygems(let servers): servers.remotes.joined(separator: ", ")
    case .git(let git): git.uri.withoutUserInfo
    case .path(let path): "`\(path.path)`"
    case .plugin(let plugin): plugin.identifier
    }
  }
}
