import Configuration
import Ecosystem
package import Forges
import Store
import Text

extension RepositoryPass {
  /// Proposes the configuration of another bot as martlet's, as a pull request:
  /// `martlet config import --pull-request`.
  ///
  /// Nothing else is updated. A repository with a configuration of martlet's, or without one of another
  /// bot's, is left as it is.
  package func importConfiguration(_ name: RepositoryName) async -> RepositoryReport {
    var pass = self
    pass.world.people.onboarding.form = .pullRequest
    pass.world.people.onboarding.perDay = .max
    return await pass.report(on: name) { name, report in
      try await pass.importStages(name, &report)
    }
  }

  private func importStages(_ name: RepositoryName, _ report: inout RepositoryReport) async throws {
    let (base, found) = try await openRepository(name)
    let tree = try found.get()
    let paths = ConfigurationPaths(folders: ForgeKind.settingsFolders(on: forge.kind))
    if let file = paths.choose(among: tree.source.paths) {
      return report.notices.append("has \(file.path): nothing is imported")
    }
    let onboarding = Onboarding(pass: self, base: base)
    guard let file = try await onboarding.importedFile(for: tree), let imported = file.imported
    else {
      return report.notices.append("has no configuration of another bot")
    }
    let count = imported.report.count
    let what = "\(imported.path) becomes \(file.path), with \(count.counting("remark"))"
    guard !isDry else { return report.notices.append(what) }
    try await onboarding(hasFile: false)
    let record = try await world.store.onboarding(of: forge.id(of: base.repository))
    let sign = forge.kind.text.pullRequestSign
    report.notices.append(
      record?.state == .open
        ? "\(what): \(sign)\(record?.number ?? 0)"
        : "\(what), but no pull request is open: the repository was asked before, or may not be")
  }
}

extension Onboarding {
  /// The presets of presets that are read.
  private static let deepest = 10

  /// Converts the configuration of another bot; nil without one, and without projects.
  ///
  /// - Throws: `ForgeError` if the forge doesn't respond.
  func importedFile(for tree: ForgeTree) async throws -> ProposedFile? {
    let found = ecosystemKeys(in: tree)
    let paths = ConfigurationPaths(folders: ForgeKind.settingsFolders(on: forge.kind))
    guard !found.isEmpty, let path = paths.own.first else { return nil }
    let all = ForgeKind.settingsFolders(on: nil)
    for file in OtherBotFile.candidates(among: tree.source.paths, folders: all) {
      let source: SourceText
      do throws(Problem) {
        source = try await tree.source.read(file.path)
      } catch {
        guard error.kind != .failed else { throw error }
        continue
      }
      let result = try await convert(file, source, found)
      guard let text = result.text else { continue }
      let report = result.findings.map { inMarkdown("\($0)") }.unique.map { "- \($0)" }
      return ProposedFile(
        path: path, text: text,
        imported: ProposedFile.Imported(
          path: file.path, bot: file.bot.rawValue, report: report))
    }
    return nil
  }

  /// The words of the ecosystems that the repository has projects of.
  private func ecosystemKeys(in tree: ForgeTree) -> Set<String> {
    let catalog = pass.world.catalog
    let found = Set(
      pass.world.ecosystems.flatMap { $0.discover(in: tree.source.paths) }.map(\.ecosystem))
    return Set(
      catalog.words.filter { word in catalog[word]?.ids.contains(where: found.contains) ?? false })
  }

  /// Converts a file with the presets of the same owner.
  private func convert(
    _ file: OtherBotFile, _ source: SourceText, _ found: Set<String>
  ) async throws -> ImportedFile {
    var presets: [String: SourceText] = [:]
    var tried: Set<RenovatePresetReference> = []
    for _ in 0..<Self.deepest {
      let result = file.imported(
        source, ecosystems: pass.world.catalog, found: found, presets: presets)
      let wanted = result.unreadPresets.filter { !tried.contains($0) && isReadable($0) }
      guard !wanted.isEmpty else { return result }
      for reference in wanted {
        tried.insert(reference)
        presets[reference.text] = try await text(of: reference)
      }
    }
    return file.imported(source, ecosystems: pass.world.catalog, found: found, presets: presets)
  }

  /// Whether a preset is of the same owner on the same forge.
  private func isReadable(_ preset: RenovatePresetReference) -> Bool {
    let isHere = preset.platform == "local" || preset.platform == forge.kind.id
    let owner = RepositoryName(preset.repository)?.owner.lowercased()
    return isHere && owner == repository.owner.lowercased()
  }

  /// Reads a preset; nil if this repository may read no such file.
  private func text(of preset: RenovatePresetReference) async throws -> SourceText? {
    for path in preset.paths {
      guard let read = pass.preset,
        let reference = PresetReference("\(preset.repository)//\(path)")
      else { continue }
      do {
        return try await read(reference)
      } catch let error as ForgeError {
        throw error
      } catch {
        // There is no such file, or it may not be read: the import reports the preset.
        continue
      }
    }
    return nil
  }
}
