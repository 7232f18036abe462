/// Prints a lock byte for byte as Bundler does.
struct LockfileWriter {
  private var lines: [String] = []

  /// Prints all sections in Bundler's order and sorting.
  static func write(_ lock: Lockfile) -> [UInt8] {
    var writer = LockfileWriter()
    writer.add(blocks: lock.blocks)
    writer.add(section: "PLATFORMS", lock.platforms.sorted(by: byBytes))
    writer.add(section: "DEPENDENCIES", direct(lock.dependencies))
    if let checksums = lock.checksums {
      var names = lock.specs.map(\.lockName)
      if let own = lock.ownChecksumName, checksums[own] != nil { names.append(own) }
      writer.add(section: "CHECKSUMS", digests(of: names, checksums))
    }
    let indent = lock.dialect.indent
    if let ruby = lock.rubyVersion { writer.add(section: "RUBY VERSION", [ruby], indent) }
    if let bundler = lock.bundledWith { writer.add(section: "BUNDLED WITH", [bundler], indent) }
    let end = lock.hasCarriageReturns ? "\r\n" : "\n"
    return Array(writer.lines.map { $0 + end }.joined().utf8)
  }

  private mutating func add(blocks: [Lockfile.Block]) {
    for (index, block) in blocks.enumerated() {
      if index > 0 { lines.append("") }
      lines += Self.header(of: block.source) + ["  specs:"]
      let kept = block.specs.filter { $0.name != "bundler" }
      for spec in kept.sorted(by: { Self.byBytes($0.fullName, $1.fullName) }) { add(spec) }
    }
  }

  private mutating func add(_ spec: LockedSpec) {
    lines.append("    " + spec.lockName)
    var seen: Set<GemDependency> = []
    for dependency in spec.dependencies.sorted(by: { Self.byBytes($0.description, $1.description) })
    where seen.insert(dependency).inserted {
      lines.append("      " + dependency.locked)
    }
  }

  private mutating func add(section name: String, _ entries: [String], _ indent: String = "  ") {
    lines += ["", name] + entries.map { indent + $0 }
  }

  /// The lines of a block above its gems.
  private static func header(of source: GemSource) -> [String] {
    switch source {
    case .rubygems(let gem): ["GEM"] + gem.remotes.reversed().map { "  remote: \($0)" }
    case .path(let path): ["PATH", "  remote: \(path.path)"] + options(("glob", path.glob))
    case .git(let git):
      ["GIT", "  remote: \(git.uri)", "  revision: \(git.revision ?? "")"]
        + options(
          ("ref", git.ref), ("branch", git.branch), ("tag", git.tag),
          ("submodules", git.submodules), ("glob", git.glob))
    case .plugin(let plugin): ["PLUGIN SOURCE"] + plugin.options.map { "  " + $0 }
    }
  }

  private static func options(_ pairs: (String, String?)...) -> [String] {
    pairs.compactMap { key, value in value.map { "  \(key): \($0)" } }
  }

  /// Direct dependencies sorted as text, each name once.
  private static func direct(_ dependencies: [Lockfile.Direct]) -> [String] {
    var seen: Set<String> = []
    return
      dependencies
      .sorted { byBytes($0.dependency.description, $1.dependency.description) }
      .filter { seen.insert($0.dependency.name).inserted }
      .map { $0.dependency.locked + ($0.isPinned ? "!" : "") }
  }

  private static func digests(of names: [String], _ checksums: [String: String]) -> [String] {
    let entries = names.map { name in
      let digest = checksums[name] ?? ""
      return digest.isEmpty ? name : "\(name) \(digest)"
    }
    return entries.sorted(by: byBytes)
  }

  private static func byBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
