import Ecosystem
import Ruby
import SwiftSources

/// The files of a pod's version that its module is compiled from, as its podspec selects them.
struct PodSources: Sendable {
  /// The module that sources import.
  let module: String
  /// What the podspec adds that can't be compared, each as the continuation of "the package".
  private(set) var gaps: [String] = []
  private var included: [RubyGlob] = []
  private var excluded: [RubyGlob] = []

  private static let sourceEndings = [".swift", ".h", ".hh", ".hpp"]

  /// Selects the files of subspecs, for all platforms.
  ///
  /// - Parameters:
  ///   - podspec: the podspec of the version, with all attributes.
  ///   - names: the entries that the lock has of the pod.
  init(_ podspec: Podspec, used names: [String]) {
    module = podspec.moduleName
    for name in names where podspec.index(of: name) == nil {
      gaps.append("has no subspec `\(name)`")
    }
    let tables = podspec.tables(of: podspec.withDefaults(names))
    func values(_ key: String) -> [SpecValue] {
      tables.compactMap { $0[key] }.filter { !$0.isBlank }
    }
    for key in ["vendored_frameworks", "vendored_libraries"] where !values(key).isEmpty {
      gaps.append("has binaries")
    }
    if !values("script_phases").isEmpty { gaps.append("runs scripts when it is built") }
    if podspec.specs[0].attributes["prepare_command"].map({ !$0.isBlank }) ?? false {
      gaps.append("has a prepare_command, which can change its sources")
    }
    included = globs(values("source_files"))
    excluded = globs(values("exclude_files"))
    if included.isEmpty { gaps.append("names no source files") }
  }

  /// Reads patterns; a folder stands for the sources directly in it.
  private mutating func globs(_ values: [SpecValue]) -> [RubyGlob] {
    var result: [RubyGlob] = []
    for value in values.flatMap(\.elements) {
      guard let text = value.string, let glob = RubyGlob(text) else {
        gaps.append("has a pattern of files that isn't read: `\(value.printed ?? "a table")`")
        continue
      }
      result.append(glob)
      let folder = text.hasSuffix("/") ? String(text.dropLast()) : text
      if let files = RubyGlob("\(folder)/*.{swift,h,hh,hpp}") { result.append(files) }
    }
    return result
  }

  /// Whether a file of the pod's repository is a Swift source or a header of the module.
  func contains(_ path: String) -> Bool {
    Self.sourceEndings.contains(where: path.hasSuffix)
      && included.contains { $0.matches(path) } && !excluded.contains { $0.matches(path) }
  }
}

extension Podspec {
  /// Adds the default subspecs of entries, which a new version can have more of, and theirs.
  fileprivate func withDefaults(_ names: [String]) -> [String] {
    var result = names
    var open = names
    while let next = open.popLast() {
      let defaults = next == name ? defaultNames : []
      for child in defaults where !result.contains(child) {
        result.append(child)
        open.append(child)
      }
    }
    return result
  }
}
