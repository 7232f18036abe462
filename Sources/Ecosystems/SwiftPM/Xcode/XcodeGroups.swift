import Ecosystem
import Text
import Xcode

/// The groups of a project, which give file references their folders.
struct XcodeGroups {
  let objects: [String: PropertyList.Node]
  /// The references that build phases use.
  private let built: Set<String>

  /// A member of a group that may be or contain packages.
  enum Member {
    case file(XcodeProject.Reference)
    case project(XcodeProject.Reference)
    case synchronized(SynchronizedFolder)
    /// An object of a kind that is not known.
    case unknown(String, PropertyList.Node)
  }

  /// A longer path names no file.
  private static let pathLimit = 4096

  /// Where the references of a group start; nil if that is outside the checkout.
  private typealias Folder = String?

  /// Takes all objects of a project by their identifiers.
  init(objects: [String: PropertyList.Node]) {
    self.objects = objects
    built = Set(
      objects.values.compactMap { object in
        object["isa"]?.string == "PBXBuildFile" ? object["fileRef"]?.string : nil
      })
  }

  /// Returns the references to files, folders and projects, in the order of the file.
  ///
  /// Every object is visited once, so that a group that contains itself comes to an end.
  func members(below root: String?, in base: String) -> [Member] {
    var result: [(offset: Int, member: Member)] = []
    for (id, node, folder) in objects(below: root, in: base) {
      if let member = member(id, node, at: folder) {
        result.append((node.range.lowerBound, member))
      }
    }
    return result.sorted { $0.offset < $1.offset }.map(\.member)
  }

  /// Returns the paths of references and groups by their identifiers, without those outside the
  /// checkout.
  func paths(below root: String?, in base: String) -> [String: String] {
    let known = objects(below: root, in: base).compactMap { id, _, folder in
      folder.map { (id, $0) }
    }
    return Dictionary(known) { first, _ in first }
  }

  private func objects(
    below root: String?, in base: String
  ) -> [(id: String, node: PropertyList.Node, folder: Folder)] {
    guard let root else { return [] }
    var open: [(id: String, folder: Folder)] = [(root, base)]
    var seen: Set<String> = []
    var result: [(id: String, node: PropertyList.Node, folder: Folder)] = []
    while let (id, folder) = open.popLast() {
      guard seen.insert(id).inserted, let node = objects[id] else { continue }
      let own = self.folder(of: node, in: folder, base)
      result.append((id, node, own))
      for child in node["children"]?.elements ?? [] {
        if let child = child.string { open.append((child, own)) }
      }
    }
    return result
  }

  private func member(_ id: String, _ node: PropertyList.Node, at folder: Folder) -> Member? {
    switch node["isa"]?.string {
    case "PBXFileReference": reference(id, node, at: folder)
    case "PBXFileSystemSynchronizedRootGroup":
      .synchronized(SynchronizedFolder(node, at: folder, objects))
    case "PBXGroup", "PBXVariantGroup", "XCVersionGroup", "PBXReferenceProxy": nil
    case let kind: .unknown(kind ?? "nil", node)
    }
  }

  /// The reference of a file that may be a local package or a project.
  ///
  /// What a build phase uses is a resource, not a package.
  private func reference(
    _ id: String, _ node: PropertyList.Node, at folder: Folder
  ) -> Member? {
    let trees: Set = ["<group>", "SOURCE_ROOT", "<absolute>"]
    guard trees.contains(node["sourceTree"]?.string ?? "") else { return nil }
    let type = node["lastKnownFileType"]?.string ?? node["explicitFileType"]?.string
    let reference = XcodeProject.Reference(
      path: folder, written: node["path"]?.string ?? "", offset: node.range.lowerBound,
      mayBeFolder: ["folder", "wrapper", nil].contains(type) && !built.contains(id))
    return type == "wrapper.pb-project" ? .project(reference) : .file(reference)
  }

  private func folder(of node: PropertyList.Node, in group: Folder, _ base: String) -> Folder {
    let path = node["path"]?.string ?? ""
    switch node["sourceTree"]?.string {
    case "<group>": return group.flatMap { normalized(path, in: $0) }
    case "SOURCE_ROOT": return normalized(path, in: base)
    default: return nil
    }
  }

  private func normalized(_ path: String, in folder: String) -> String? {
    guard path.utf8.count + folder.utf8.count < Self.pathLimit else { return nil }
    return Path.normalized(path, in: folder)
  }
}
