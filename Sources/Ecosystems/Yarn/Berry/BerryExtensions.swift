import Ecosystem
import JSON
import JavaScript

/// The extensions that apply to packages, by name: Yarn's own first, then the project's.
struct BerryExtensions {
  private var byName: [String: [PackageExtension]] = [:]

  /// Collects the extensions of a version of Yarn and of a project.
  init(of yarn: Version, _ own: [PackageExtension]) throws(Problem) {
    for (since, found) in try Self.table.get()
    where yarn.major > 3 && since == "4.0" || since == "3" || yarn >= Version(4, 18, 0) {
      byName[found.name, default: []].append(found)
    }
    for found in own { byName[found.name, default: []].append(found) }
  }

  /// Yarn's own table, with the first version that has each entry.
  private static let table: Result<[(since: String, PackageExtension)], Problem> = Result {
    () throws(Problem) in
    let document: Document
    do throws(SyntaxError) {
      document = try Document(Array(berryExtensions.utf8), named: "extensions")
    } catch {
      throw Problem(.failed, error.message, subject: "the table of package extensions")
    }
    var table: [(since: String, PackageExtension)] = []
    for entry in document.root.elements {
      guard let since = entry[0]?.string, let descriptor = entry[1]?.string,
        let fields = entry[2]
      else { continue }
      table.append((since, try PackageExtension(descriptor, fields)))
    }
    return table
  }

  /// Returns a package with its extensions, and with optional peers for the types of its peers.
  ///
  /// Only walks of the tree see these: a lock contains packages as they were published.
  func extended(_ package: BerryPackage) -> BerryPackage {
    var result = package
    for found in byName[package.locator.name] ?? [] { found.extend(&result) }
    for name in result.peerDependenciesMeta.keys
    where !result.peerDependencies.contains(where: { $0.name == name }) {
      result.peerDependencies.append(Pattern(name: name, range: "*"))
    }
    return result
  }
}
