import Configuration
import Ecosystem
import Forges
import Logging
import Text
import Updates

extension Live {
  /// Returns the entries of a tree's configuration, within the operator's limits.
  ///
  /// - Parameters:
  ///   - tree: the files of the base branch, or of a working tree.
  ///   - host: where it is; nil for a working tree of an unknown host.
  /// - Returns: the entries in the file's order.
  /// - Throws: a `Problem` with the location of the first mistake, or the error of the forge that has
  ///   a preset.
  func entries(
    of tree: SourceTree, on host: PresetHost?
  ) async throws -> [Updates.Entry] {
    let file = try await file(of: tree, on: host)
    var entries: [Updates.Entry] = []
    for update in file.updates { entries.append(try entry(update, in: file)) }
    return entries
  }

  /// Reads a tree's configuration with the presets that it extends, within the operator's limits;
  /// without a file, the defaults apply.
  ///
  /// - Parameters:
  ///   - tree: the files of the base branch, or of a working tree.
  ///   - host: where it is; nil for a working tree of an unknown host.
  /// - Returns: the configuration.
  /// - Throws: a `Problem` with the location of the first mistake, or the error of the forge that has
  ///   a preset.
  func file(of tree: SourceTree, on host: PresetHost?) async throws -> RepositoryFile {
    let kind = host?.forge.kind
    let paths = ConfigurationPaths(folders: ForgeKind.settingsFolders(on: kind))
    guard let choice = paths.choose(among: tree.paths) else {
      var file = RepositoryFile()
      file.updates = [settings.scheduledDefaults].compactMap(\.self)
      return file
    }
    var reading = RepositoryReading(
      try await configuration(choice.path, of: tree),
      FileRules(of: choice.path, hasDependabot: kind?.runsDependabot),
      ecosystems: servedEcosystems, within: settings)
    while let preset = reading.wanted {
      do {
        reading.add(try await self.preset(preset.reference, on: host))
      } catch let error as PresetFailure {
        reading.fail(error.reason)
      }
    }
    let decoded = reading.decoded().narrowed(
      by: settings, for: host.map { "\($0.repository)" })
    guard var file = decoded.value else { throw Problem(configuration: decoded.findings) }
    file.findings = choice.findings + decoded.findings
    for finding in file.findings {
      world.log.log(finding.severity == .note ? .debug : .warning, "\(finding)")
    }
    return file
  }

  /// Reads a configuration; refusals, such as of merge conflict marks, become usage errors.
  private func configuration(
    _ path: String, of tree: SourceTree
  ) async throws(Problem) -> SourceText {
    do throws(Problem) {
      return try await tree.read(path)
    } catch {
      var problem = error
      if problem.kind == .refused { problem.kind = .usage }
      throw problem
    }
  }
}

extension OperatorFile {
  /// The operator's defaults, by default with the service's schedule.
  fileprivate var scheduledDefaults: UpdateEntry? {
    guard var entry = narrowedDefaults else { return nil }
    if entry.schedule == Schedule() { entry.schedule = schedule }
    return entry
  }
}
