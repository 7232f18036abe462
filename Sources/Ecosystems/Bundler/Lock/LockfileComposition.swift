import Ecosystem

/// Puts a resolution's outcome together to the lock that Bundler would write.
struct LockfileComposition {
  let outcome: GemResolver.Outcome
  private var definition: Definition { outcome.definition }

  /// The new lock.
  ///
  /// - Throws: `Problem` where a digest of the lock is not the index's, or a Ruby is not known.
  func lock() throws(Problem) -> Lockfile {
    var result = Lockfile()
    result.blocks = definition.lockSources.map { source in
      let specs = outcome.specs.filter { belongs($0.source, to: source) }
      return Lockfile.Block(source: source, specs: specs.map(\.locked))
    }
    result.platforms = outcome.platforms.map(\.description)
    result.dependencies = definition.gemfile.dependencies.map {
      Lockfile.Direct(dependency: $0.dependency, isPinned: $0.source != nil)
    }
    result.checksums = try checksums()
    result.rubyVersion = try rubyVersion()
    result.bundledWith = definition.lock?.bundledWith ?? definition.toolchain.bundler.text
    result.hasCarriageReturns = definition.lock?.hasCarriageReturns ?? false
    return result
  }

  private func belongs(_ source: GemSource, to block: GemSource) -> Bool {
    if case .rubygems(let servers) = block, servers.remotes.count > 1 {
      return block.includes(source)
    }
    return source == block
  }

  private func checksums() throws(Problem) -> [String: String]? {
    guard definition.lock?.checksums != nil || definition.wish.addsChecksums else { return nil }
    var result: [String: String] = [:]
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

  private func rubyVersion() throws(Problem) -> String? {
    guard definition.gemfile.ruby != nil else { return nil }
    if !definition.rubyChanged, let locked = definition.lock?.rubyVersion { return locked }
    guard let line = RubyRelease.line(definition.toolchain.ruby) else {
      throw Problem(
        .refused, "is a Ruby whose patch level is not known",
        subject: definition.toolchain.ruby.text,
        advice: "lock once with this Ruby's own Bundler; later updates keep the line")
    }
    return line
  }
}
