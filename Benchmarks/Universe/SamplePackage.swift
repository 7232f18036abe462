import Git

/// A package with releases 1.0.0 to 1.n.0, then 2.0.0.
struct SamplePackage {
  let index: Int
  /// The numbers of the packages that it depends on.
  let needs: [Int]
  /// The number of releases 1.x.
  let minors: Int

  var name: String { Self.name(index) }

  private static func name(_ index: Int) -> String { "kit\(index < 10 ? "0" : "")\(index)" }

  /// Creates the repository and returns the commit of 1.0.0.
  func write(to folder: String) throws(GitError) -> String {
    let repository = try Repository.create(at: "\(folder)/\(name).git")
    var commits: [String] = []
    for minor in 0..<minors {
      let files = files(version: "1.\(minor).0", from: "1.\(minor / 2).0", isFirst: minor == 0)
      commits.append(try commit(files, "1.\(minor).0", on: commits.last, in: repository))
    }
    let last = files(version: "2.0.0", from: "2.0.0", isFirst: false)
    commits.append(try commit(last, "2.0.0", on: commits.last, in: repository))
    try repository.setReference("refs/heads/main", to: commits[minors], expecting: nil)
    return commits[0]
  }

  private func files(version: String, from: String, isFirst: Bool) -> [String: String] {
    var files = [
      "Package.swift": Self.manifest(
        name: name,
        products: "\n  products: [.library(name: \"\(name)\", targets: [\"\(name)\"])],",
        dependencies: needs.map { (name: Self.name($0), from: from) }),
      "Sources/\(name)/Version.swift": "public let \(name)Version = \"\(version)\"\n",
    ]
    guard isFirst else { return files }
    for number in 0..<20 {
      let lines = (0..<40).map { "  static let value\($0) = \"\(name) \(number) \($0)\"\n" }
      files["Sources/\(name)/File\(number).swift"] =
        "enum File\(number) {\n\(lines.joined())}\n"
    }
    return files
  }

  private func commit(
    _ files: [String: String], _ version: String, on parent: String?, in repository: Repository
  ) throws(GitError) -> String {
    var changes: [String: Repository.TreeChange] = [:]
    for (path, text) in files {
      changes[path] = .set(sha: try repository.write(blob: Array(text.utf8)), mode: 0o100644)
    }
    let tree = try repository.writeTree(from: parent, changes)
    let author = Signature(name: "Ada", email: "ada@example.com", seconds: 1_780_000_000)
    let commit = try repository.write(
      tree: tree, parents: parent.map { [$0] } ?? [], message: "Release \(version)\n",
      author: author, committer: author)
    try repository.setReference("refs/tags/\(version)", to: commit, expecting: nil)
    return commit
  }

  /// Returns a manifest that declares dependencies and uses all of them.
  static func manifest(
    name: String, products: String, dependencies: [(name: String, from: String)]
  ) -> String {
    let declared = dependencies.map { name, version in
      "\n    .package(url: \"\(Universe.origin)\(name).git\", from: \"\(version)\"),"
    }
    let used = dependencies.map { name, _ in
      "\n        .product(name: \"\(name)\", package: \"\(name)\"),"
    }
    let kind = products.isEmpty ? "executableTarget" : "target"
    return """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: "\(name)",\(products)
        dependencies: [\(declared.joined())
        ],
        targets: [
          .\(kind)(
            name: "\(name)",
            dependencies: [\(used.joined())
            ])
        ]
      )

      """
  }
}
