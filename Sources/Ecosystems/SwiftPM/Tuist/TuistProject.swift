import Ecosystem
import SwiftSources
import Text

/// The packages that Tuist's `Project.swift` adds to an Xcode project.
struct TuistProject {
  private(set) var declarations: [Contents.Declaration] = []
  /// Folders of local packages, relative to the manifest or to the root.
  private(set) var locals: [(path: String, isFromRoot: Bool, offset: Int)] = []
  /// The targets, which name products without their packages.
  private(set) var consumers: [Consumer] = []

  /// Evaluates `packages:` of each `Project(...)`.
  ///
  /// - Throws: `ManifestError` if the file isn't Swift, or if its packages depend on code that isn't
  ///   evaluated, such as a helper of `ProjectDescriptionHelpers`.
  init(_ text: SourceText, _ reader: ManifestReader) throws(ManifestError) {
    let scope = Scope()
    defer { scope.dissolve() }
    let evaluation = try reader.evaluate(text, in: scope, as: reader.tools)
    let extraction = Extraction(tools: reader.tools, text: text, evaluation: evaluation)
    for project in evaluation.projects {
      for value in try extraction.objects("packages", of: project, as: "Package") {
        guard let made = value.made else {
          throw extraction.refusal("a package is not known", project)
        }
        try add(made, extraction)
      }
      addConsumers(of: project, extraction)
    }
    if evaluation.projects.isEmpty, let offset = text.offset(of: "packages:") {
      throw ManifestError(.refused, "has packages, but no `Project` that is evaluated", at: offset)
    }
  }

  private mutating func add(_ made: Made, _ extraction: Extraction) throws(ManifestError) {
    switch made.name {
    case "local": try addLocal(made["path"] ?? .none, made, extraction)
    case "package" where made["path"] != nil:
      try addLocal(made["path"] ?? .none, made, extraction)
    case "package": add(try extraction.dependency(made), extraction)
    case "remote":
      let url = try extraction.string(made["url"] ?? .none, "a package's URL", made)
      try add(.url(url), made, extraction)
    case "registry":
      let name = try extraction.string(made["identifier"] ?? .none, "an identity", made)
      try add(.registry(name), made, extraction)
    default: throw extraction.refusal("the package `.\(made.name)` is not known", made)
    }
  }

  private mutating func add(
    _ source: PackageDependency.Source, _ made: Made, _ extraction: Extraction
  ) throws(ManifestError) {
    var dependency = PackageDependency(source: source, range: made.range)
    (dependency.requirement, dependency.site) = try extraction.unlabelled(
      made["requirement"] ?? .none, made)
    add(dependency, extraction)
  }

  private mutating func add(_ dependency: PackageDependency, _ extraction: Extraction) {
    declarations.append(Contents.Declaration(dependency: dependency, text: extraction.text))
  }

  /// Adds the products of `.package(product:)` in the targets of a project.
  ///
  /// Targets are often made by helpers, and aren't needed for a lock.
  private mutating func addConsumers(of project: Made, _ extraction: Extraction) {
    var consumer = Consumer("", in: extraction.text.file)
    consumer.owner = extraction.text.file
    consumer.platformObstacle = "has deployment targets that aren't read"
    do throws(ManifestError) {
      for target in try extraction.objects("targets", of: project, as: "Target") {
        guard let made = target.made else { throw extraction.refusal("isn't known", project) }
        for value in try extraction.objects("dependencies", of: made, as: "TargetDependency") {
          guard let use = value.made, use.name == "package" else { continue }
          let name = try extraction.string(use["product"] ?? .none, "a product", use)
          consumer.products.append(Consumer.Product(name: name))
        }
      }
    } catch {
      consumer.productObstacle = "has targets that aren't evaluated"
    }
    consumers.append(consumer)
  }

  private mutating func addLocal(
    _ value: Value, _ made: Made, _ extraction: Extraction
  ) throws(ManifestError) {
    var path = value
    var isFromRoot = false
    if let call = value.made {
      let known = ["path", "relativeToManifest", "relativeToCurrentFile", "relativeToRoot"]
      guard known.contains(call.name) else {
        throw extraction.refusal("the path `.\(call.name)` is not known", made)
      }
      isFromRoot = call.name == "relativeToRoot"
      path = call.unlabelled ?? .none
    }
    let text = try extraction.string(path, "a package's path", made)
    let isFixed = text.hasPrefix("//")
    locals.append(
      (isFixed ? String(text.dropFirst(2)) : text, isFromRoot || isFixed, made.range.lowerBound))
  }
}

extension SourceText {
  /// The place of the first occurrence of a word; nil if the text lacks it.
  fileprivate func offset(of word: String) -> Int? {
    let pattern = Array(word.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: pattern) }
  }
}

extension ContentsReader {
  /// Reads Tuist's projects of a folder, whose packages Xcode resolves together.
  func readTuist(_ project: Project) async throws(Problem) -> Contents {
    let files = tree.listing.view(TuistFiles.init)
    let root = files.root(of: Path.folder(of: project.manifest)) ?? ""
    let paths = files.projectsByRoot[root] ?? []
    guard paths.count <= XcodeMembers.limit else {
      throw Problem(
        .refused, "is one of more than \(XcodeMembers.limit) projects", subject: project.manifest)
    }
    var contents = Contents(project: project, lockPath: Path.join(root, TuistFiles.lock))
    contents.isXcode = true
    contents.writesLock = project.lock != nil
    try await addSettings(Path.join(root, ".swiftpm/configuration"), to: &contents)
    var folders: Set<String> = []
    for path in paths {
      let text = try await text(path)
      guard text.isTuist else { continue }
      try add(text, root, to: &contents, &folders)
    }
    let former = Path.join(root, "Tuist/Dependencies.swift")
    if tree.listing.contains(former), contents.projectDependencies.isEmpty, folders.isEmpty {
      throw Problem(
        .refused, "declares packages in the form of Tuist 3, which is not read", subject: former,
        advice: "Tuist 4 reads them from Tuist/Package.swift")
    }
    try await addMembers(folders, to: &contents)
    return contents
  }

  private func add(
    _ text: SourceText, _ root: String, to contents: inout Contents, _ folders: inout Set<String>
  ) throws(Problem) {
    let source: TuistProject
    do throws(ManifestError) {
      source = try TuistProject(text, contents.reader(tools: tools))
    } catch {
      throw text.problem(of: error)
    }
    contents.addOwn(source.declarations)
    contents.consumers += source.consumers
    for local in source.locals {
      let base = local.isFromRoot ? root : Path.folder(of: text.file)
      guard let folder = Path.normalized(local.path, in: base) else {
        throw Problem(
          .refused, "depends on a folder outside the repository", subject: local.path,
          at: text.location(at: local.offset))
      }
      folders.insert(folder)
    }
  }
}

extension SourceText {
  /// Whether the file is one of Tuist's, and not another source of that name.
  fileprivate var isTuist: Bool {
    bytes.lines.contains { line in
      line.starts(with: "import ProjectDescription".utf8)
    }
  }
}
