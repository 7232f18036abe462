import Ecosystem
import Text
import YAML

/// XcodeGen's file for a project together with the files that it includes.
struct GeneratedFiles {
  /// The file that XcodeGen is run with.
  let path: String
  var name: String?
  var declarations: [Contents.Declaration] = []
  /// The targets that link products of packages.
  var targets: [GeneratedTarget] = []
  /// The packages that aren't in folders by their names.
  var remotes: [String: PackageDependency] = [:]
  /// Folders of local packages.
  var locals: [String] = []
  /// Folders of sources that Xcode shows with all that is in them, with the files that name them.
  var synchronized: [(folder: SynchronizedFolder, text: SourceText)] = []
}

extension ContentsReader {
  /// How many files one specification may include.
  private static let includeLimit = 100

  /// Reads XcodeGen's file and everything that it includes.
  ///
  /// - Throws: a refusal with the location if an included file is missing, or if two files declare
  ///   the same package, which XcodeGen would merge.
  func generated(_ path: String) async throws(Problem) -> GeneratedFiles {
    var result = GeneratedFiles(path: path)
    var open = [try GeneratedProject(try await text(path))]
    var seen: Set<String> = [path]
    var packages: Set<String> = []
    var untyped: [(SynchronizedFolder, SourceText)] = []
    var synchronizesByDefault = false
    while let next = open.popLast() {
      result.name = result.name ?? next.name
      result.declarations += next.declarations
      result.targets += next.targets
      result.remotes.merge(next.remotes) { first, _ in first }
      result.locals += next.locals
      result.synchronized += next.synchronized.map { ($0, next.text) }
      untyped += next.untyped.map { ($0, next.text) }
      synchronizesByDefault = synchronizesByDefault || next.synchronizesByDefault
      for (name, location) in next.packages.sorted(by: { $0.key < $1.key })
      where !packages.insert(name).inserted {
        throw Problem(
          .refused, "declares the package \(name), which another file of \(path) declares too",
          subject: next.text.file, at: location)
      }
      for include in next.includes.reversed() where seen.insert(include.path).inserted {
        open.append(try await included(include, by: next, total: seen.count))
      }
    }
    if synchronizesByDefault { result.synchronized += untyped }
    return result
  }

  private func included(
    _ include: GeneratedProject.Include, by file: GeneratedProject, total: Int
  ) async throws(Problem) -> GeneratedProject {
    guard tree.listing.contains(include.path), total <= Self.includeLimit else {
      let reason =
        total <= Self.includeLimit
        ? "includes `\(include.path)`, which is not in the repository"
        : "includes more than \(Self.includeLimit) files"
      throw Problem(
        .refused, reason, subject: file.text.file, at: include.location,
        advice: "the packages that it declares are not known here")
    }
    return try GeneratedProject(try await text(include.path), bases: include.bases)
  }

  /// Finds XcodeGen's file for a project: it is beside the project and has its name.
  ///
  /// XcodeGen also reads JSON, which is YAML in flow style. Its usual name, `project.json`, belongs
  /// to other tools, too.
  func generator(of bundle: String) async throws(Problem) -> GeneratedFiles? {
    let folder = Path.folder(of: bundle)
    let usual = ["project.yml", "project.yaml"].map { Path.join(folder, $0) }
    let files = tree.listing.files(in: folder).filter { path in
      let name = Path.name(of: path)
      return !name.hasPrefix(".")
        && (name.hasSuffix(".yml") || name.hasSuffix(".yaml") || name == "project.json")
    }
    for path in usual.filter(files.contains) + files.filter({ !usual.contains($0) }) {
      var isUsable = usual.contains(path)
      if !isUsable { isUsable = try await isSpecification(path) }
      let source = isUsable ? try await generated(path) : nil
      if source?.name.map({ $0 + ".xcodeproj" }) == Path.name(of: bundle) { return source }
    }
    return nil
  }

  /// Whether a file of another name than `project.yml` is for XcodeGen.
  private func isSpecification(_ path: String) async throws(Problem) -> Bool {
    let text = try await text(path)
    let keys = ["name", "packages", "targets"]
    if path.hasSuffix(".json") {
      let root = try? Document(text).root
      return keys.allSatisfy { root?[$0] != nil }
    }
    return keys.allSatisfy { key in text.bytes.lines.contains { $0.starts(with: "\(key):".utf8) } }
  }
}
