import Ecosystem
import Gems
import Text

/// Creates the lock that Bundler would write for a resolution.
struct LockfileComposition {
  let outcome: GemResolver.Outcome
  private var definition: Definition { outcome.definition }

  /// Returns the new lock.
  ///
  /// - Throws: a `Problem` if a digest differs from the index, or if the Ruby isn't known.
  func lock() throws(Problem) -> Lockfile {
    var result = Lockfile()
    result.blocks = try definition.lockSources.map { (source) throws(Problem) in
      if case .git(let git) = source, git.revision?.isEmpty ?? true {
        throw Problem(.failed, "has no commit to lock", subject: git.uri.withoutUserInfo)
      }
      let specs = outcome.specs.filter { belongs($0.source, to: source) }
      return Lockfile.Block(source: source, specs: specs.map(\.locked))
    }
    result.platforms = outcome.platforms.map(\.description)
    result.dependencies = definition.gemfile.dependencies.map {
      Lockfile.Direct(dependency: $0.dependency, isPinned: $0.source != nil)
    }
    result.bundledWith = definition.lock?.bundledWith ?? definition.toolchain.bundler.text
    result.checksums = try checksums(result)
    result.rubyVersion = try rubyVersion(result.dialect)
    result.hasCarriageReturns = definition.lock?.hasCarriageReturns ?? false
    return result
  }

  private func belongs(_ source: GemSource, to block: GemSource) -> Bool {
    if case .rubygems(let servers) = block, servers.remotes.count > 1 {
      return block.includes(source)
    }
    return source == block
  }

  private func checksums(_ new: Lockfile) throws(Problem) -> [String: String]? {
    guard definition.hasChecksums else { return nil }
    var result: [String: String] = [:]
    if new.dialect.keepsOwnChecksum, let own = new.ownChecksumName {
      result[own] = definition.lock?.checksums?[own]
    }
    for spec in outcome.specs where spec.name != "bundler" {
      let name = spec.locked.lockName
      let locked = definition.lock?.checksums?[name] ?? ""
      let indexed = digest(of: spec).map { "sha256=\($0)" }
      if let indexed, !locked.isEmpty, !locked.split(separator: ",").contains(indexed[...]) {
        throw Problem(
          .failed, "is locked with another checksum than its server states", subject: name,
          advice: "find out which of the two is right before anything is installed")
      }
      result[name] = locked.isEmpty ? indexed ?? "" : locked
    }
    return result
  }

  private func digest(of spec: GemSpec) -> String? {
    guard spec.source.isRubygems else { return nil }
    return spec.checksum
      ?? outcome.index.variants(of: spec.name, at: spec.version)
      .first { $0.fullName == spec.fullName }?.checksum
  }

  private var manifest: String { definition.gemfile.files.first ?? "Gemfile" }

  private func rubyVersion(_ dialect: LockDialect) throws(Problem) -> String? {
    guard definition.gemfile.ruby != nil else { return nil }
    if !definition.rubyChanged, let locked = definition.lock?.rubyVersion { return locked }
    let toolchain = definition.toolchain
    guard toolchain.isRubyKnown else {
      throw Problem(
        .refused, "makes Bundler lock the Ruby in use, and no file names a release of it",
        subject: "ruby", at: Location(file: manifest, line: 1, column: 1),
        advice: "add .ruby-version, or name the version under toolchains")
    }
    guard let line = RubyRelease.line(toolchain.ruby, dialect) else {
      throw Problem(
        .refused, "is a Ruby whose patch level is not known", subject: toolchain.ruby.text,
        at: Location(file: manifest, line: 1, column: 1),
        advice: "lock once with this Ruby's own Bundler; later updates keep the line")
    }
    return line
  }
}
