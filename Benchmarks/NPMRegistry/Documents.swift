import JSON
import TestSupport

extension Universe {
  /// Returns a project that depends on the first packages, a third of them for development.
  var manifest: Value {
    var sections: [String: Object] = ["dependencies": Object(), "devDependencies": Object()]
    for index in 0..<wanted {
      let newest = version((history(index) - 1) / 3 * 3)
      let section = index % 3 == 2 ? "devDependencies" : "dependencies"
      sections[section]?[name(index)] = .string("^\(newest)")
    }
    return [
      "name": "bench", "version": "1.0.0", "private": true,
      "dependencies": .object(sections["dependencies"] ?? Object()),
      "devDependencies": .object(sections["devDependencies"] ?? Object()),
    ]
  }

  /// Returns the manifest of one of the 40 members of a workspace.
  ///
  /// The members share the dependencies of the project: each has the frameworks, some of its own, and
  /// three of other members.
  func manifest(ofMember member: Int) -> Value {
    let all = manifest
    let wanted = (0..<self.wanted).filter { index in
      index < frameworks || index % Self.members == member % Self.members
        || (1...3).contains { (member * 7 + $0 * 11) % self.wanted == index }
    }
    let dependencies = wanted.map { index in
      let name = name(index)
      return (name, all["dependencies"]?[name] ?? all["devDependencies"]?[name] ?? "*")
    }
    return [
      "name": .string("member-\(member)"), "version": "1.0.0", "private": true,
      "dependencies": .object(Object(dependencies.sorted { $0.0 < $1.0 })),
    ]
  }

  /// The number of members of the workspace.
  static let members = 40

  /// The origin of tarballs on the public registry.
  static let publicOrigin = "https://registry.npmjs.org/"

  /// Returns the registry's document of a package.
  ///
  /// A full document has times and people. Tarballs are below the given origin.
  func document(_ index: Int, isFull: Bool, tarballs origin: String) -> Value {
    let numbers = 0..<history(index)
    let versions = numbers.map { (version($0), manifest(index, $0, isFull: isFull, origin)) }
    var document = Object()
    document["name"] = .string(name(index))
    document["dist-tags"] = ["latest": .string(version(numbers.upperBound - 1))]
    document["versions"] = .object(Object(versions))
    if isFull {
      document["time"] = .object(Object(numbers.map { (version($0), .string(time($0))) }))
      document["readme"] = .string(String(repeating: "Nobody reads this.\n", count: 60))
    }
    return .object(document)
  }

  /// Returns the tarball of a version.
  func tarball(_ index: Int, _ number: Int) -> PackageTarball {
    PackageTarball(.object(published(index, number)))
  }

  private func manifest(
    _ index: Int, _ number: Int, isFull: Bool, _ origin: String
  ) -> Value {
    var manifest = published(index, number)
    manifest["dist"] = distribution(index, number, origin)
    if isFull {
      for member in talk(index).members { manifest[member.key] = member.value }
    }
    return .object(manifest)
  }

  /// Returns the `package.json` of a version.
  private func published(_ index: Int, _ number: Int) -> Object {
    var manifest = Object()
    manifest["name"] = .string(name(index))
    manifest["version"] = .string(version(number))
    manifest["license"] = "MIT"
    manifest["engines"] = ["node": ">=12"]
    for isPeer in [false, true] {
      let dependencies = packages[index].filter { $0.isPeer == isPeer }
      if dependencies.isEmpty { continue }
      let specs = dependencies.map { dependency in
        (name(dependency.index), Value.string(requirement(dependency, of: index, at: number)))
      }
      manifest[isPeer ? "peerDependencies" : "dependencies"] = .object(Object(specs))
    }
    return manifest
  }

  /// Returns the further members of a version in a full document.
  private func talk(_ index: Int) -> Object {
    let person: Value = ["name": "Nobody", "email": "nobody@example.com"]
    let page = "https://git.example.com/\(name(index))"
    let talk: Value = [
      "description": "A package that was made up for timing.", "author": person,
      "main": "index.js", "homepage": .string(page), "bugs": ["url": .string(page)],
      "repository": ["type": "git", "url": .string(page + ".git")],
      "maintainers": [person, person], "keywords": ["made", "up", "for", "timing"],
      "scripts": ["test": "node test.js", "lint": "eslint ."],
      "devDependencies": ["eslint": "^8.0.0", "mocha": "^10.0.0", "nyc": "^15.0.0"],
      "_nodeVersion": "20.0.0", "_npmVersion": "10.0.0", "_npmUser": person,
      "_npmOperationalInternal": ["host": "s3://npm", "tmp": "tmp/nobody_1_0.5"],
    ]
    return talk.object ?? Object()
  }

  private func distribution(_ index: Int, _ number: Int, _ origin: String) -> Value {
    let name = name(index)
    let base = name.split(separator: "/").last ?? ""
    let url = "\(origin)\(name)/-/\(base)-\(version(number)).tgz"
    var distribution = Object(tarball(index, number).digests)
    distribution["fileCount"] = 1
    distribution["unpackedSize"] = 40_960
    distribution["tarball"] = .string(url)
    return .object(distribution)
  }

  private func time(_ number: Int) -> String {
    let month = number % 12 + 1
    return "20\(18 + number / 12)-\(month < 10 ? "0" : "")\(month)-01T00:00:00.000Z"
  }
}
