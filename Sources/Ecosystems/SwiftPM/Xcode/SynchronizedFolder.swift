import Ecosystem
import Text
import Xcode

/// A folder that Xcode 16 and later show with all that is in it, without a list of its files.
///
/// Xcode treats every folder with a `Package.swift` below it as a local package. For example,
/// `Modules` in NetNewsWire is such a folder; its 17 packages are in the `originHash`.
struct SynchronizedFolder {
  var reference: XcodeProject.Reference
  /// Folders that are copied as they are, with paths from this one (`explicitFolders`).
  var opaque: Set<String> = []
  /// What a target leaves out or takes in, with paths from this folder.
  var exceptions: Set<String> = []

  /// Reads a `PBXFileSystemSynchronizedRootGroup` with its sets of exceptions.
  init(_ node: PropertyList.Node, at path: String?, _ objects: [String: PropertyList.Node]) {
    reference = XcodeProject.Reference(
      path: path, written: node["path"]?.string ?? "", offset: node.range.lowerBound)
    opaque = Set(node["explicitFolders"]?.elements?.compactMap(\.string) ?? [])
    for set in node["exceptions"]?.elements ?? [] {
      let members = set.string.flatMap { objects[$0] }?["membershipExceptions"]?.elements
      exceptions.formUnion(members?.compactMap(\.string) ?? [])
    }
  }

  /// Describes a folder that a generator makes a synchronized one of; nil if its path isn't known.
  init(path: String?, written: String, offset: Int) {
    reference = XcodeProject.Reference(path: path, written: written, offset: offset)
  }

  /// A package that can't be told from a part of the folder.
  struct Uncertainty: Error {
    /// The predicate of a sentence about the project.
    var message: String
  }

  /// Finds the packages in the folder, at any depth; packages inside packages don't count.
  ///
  /// - Throws: `Uncertainty` for a package that an exception names, or that is copied with its folder:
  ///   it isn't known whether Xcode resolves it.
  func packages(in listing: TreeListing) throws(Uncertainty) -> [String] {
    guard let root = reference.path else { return [] }
    if listing.contains(Path.join(root, "Package.swift")) {
      throw Uncertainty(
        message: "synchronizes the folder `\(reference.written)`, which is a package")
    }
    var open = [root]
    var packages: [String] = []
    while let folder = open.popLast() {
      for child in listing.folders(in: folder) where !Self.isBundle(Path.name(of: child)) {
        let inner = root.isEmpty ? child : String(child.dropFirst(root.utf8.count + 1))
        if opaque.contains(inner) {
          try refuse(copied: child, listing)
        } else if listing.contains(Path.join(child, "Package.swift")) {
          if isExcepted(inner) {
            throw Uncertainty(message: "has an exception for the local package `\(child)`")
          }
          packages.append(child)
        } else {
          open.append(child)
        }
      }
    }
    return packages
  }

  private func refuse(copied folder: String, _ listing: TreeListing) throws(Uncertainty) {
    let manifest = listing.files(below: folder).first { Path.name(of: $0) == "Package.swift" }
    if let manifest { throw Uncertainty(message: "copies a folder with the package `\(manifest)`") }
  }

  private func isExcepted(_ folder: String) -> Bool {
    exceptions.contains { folder == $0 || folder.hasPrefix($0 + "/") }
  }

  /// Whether a folder is hidden, or shown as one file.
  private static func isBundle(_ name: String) -> Bool {
    name.hasPrefix(".") || XcodeMembers.isFile(name)
  }
}
