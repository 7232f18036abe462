import Ecosystem
import JSON
import JavaScript
import Text

/// A new range in a catalog of `.yarnrc.yml`.
struct CatalogEdit: Hashable {
  /// The package.
  var name: String
  /// The bytes of the old value, with its quotes.
  var valueRange: Swift.Range<Int>
  /// The old range.
  var before: String
  /// The new range.
  var after: String

  /// The edit as a change reports it.
  func reported(in file: String) -> RequirementEdit {
    RequirementEdit(name: name, file: file, before: before, after: after)
  }
}

extension YarnSources {
  /// Returns the edits of the catalogs that manifests refer to for a package.
  ///
  /// - Throws: `Problem` if the strategy forbids an edit, or if a range's style can't be kept.
  func catalogEdits(
    for target: Goal.Target, _ policy: RequirementPolicy, _ options: UpdateOptions,
    keepsNewer: Bool
  ) async throws(Problem) -> [CatalogEdit] {
    guard let rc, let text = target.version, let version = Version(text) else { return [] }
    var result: [CatalogEdit] = []
    for site in target.sites(among: requirements(for: target.name)) {
      guard let entry = rc.catalogs.entry(of: target.name, site.text),
        !result.contains(where: { $0.valueRange == entry.valueRange }),
        let style = RequirementStyle(entry.range), !(keepsNewer && style.isAbove(version))
      else { continue }
      if style.admits(version), !(try await policy.isRaising()) { continue }
      if options.strategy == .lockfileOnly {
        throw Problem(
          .unsolvable, "excludes \(text), and the versioning strategy forbids manifest changes",
          subject: entry.range, at: entry.location)
      }
      let isWidening = try await policy.isWidening()
      let after = isWidening ? style.widened(to: version) : style.raised(to: version)
      guard let after else {
        throw Problem(
          .refused, "is a requirement whose style martlet cannot keep", subject: entry.range,
          at: entry.location)
      }
      guard after != entry.range else { continue }
      result.append(
        CatalogEdit(
          name: target.name, valueRange: entry.valueRange, before: entry.range, after: after))
    }
    return result
  }

  /// The requirements of a dependency, those of catalogs instead of the references to them.
  func effectiveRequirements(for target: Goal.Target) -> [String] {
    let all = target.sites(among: requirements(for: target.name))
    let own = all.filter { !$0.isPeer }
    return (own.isEmpty ? all : own).map { site in
      rc?.catalogs.entry(of: target.name, site.text)?.range ?? site.text
    }
  }

  /// Returns the project with edited catalogs.
  ///
  /// Quotes, comments and all other bytes stay. The file is parsed again to verify the new ranges.
  func applying(_ edits: [CatalogEdit]) throws(Problem) -> YarnSources {
    guard let rc, !edits.isEmpty else { return self }
    let file = rc.source.file
    let replacements = edits.map { edit in
      Replacement(file: file, range: edit.valueRange, text: Self.quoted(edit, like: rc.source))
    }
    let source: SourceText
    do throws(ReplacementError) {
      source = try rc.source.applying(replacements)
    } catch {
      throw Problem(.failed, "has two edits in one place", subject: file)
    }
    var result = self
    result.rc = try BerrySettings(source)
    for edit in edits {
      guard result.rc?.catalogs.ranges(of: edit.name).contains(edit.after) == true else {
        throw Problem(.failed, "does not contain the new ranges after the edit", subject: file)
      }
    }
    return result
  }

  /// Returns the new range with the quotes of the old one.
  private static func quoted(_ edit: CatalogEdit, like source: SourceText) -> String {
    switch source.bytes[edit.valueRange].first {
    case UInt8(ascii: "\""): Value.string(edit.after).text(.compact)
    case UInt8(ascii: "'"): "'\(edit.after)'"
    default: edit.after
    }
  }
}
