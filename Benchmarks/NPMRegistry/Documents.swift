import JSON
import TestSupport

extension Universe {
  /// Returns a project that depends on the first packages, a third of them for development.
  var manifest: Value {
    var sections: [String: Object] = ["dependencies": Object(), "devDependencies": Object()]
    for place in 0..<wanted {
      let newest = version((history(place) - 1) / 3 * 3)
      let section = place % 3 == 2 ? "devDependencies" : "dependencies"
      sections[section]?[name(place)] = .string("^\(newest)")
    }
    return [
      "name": "bench", "version": "1.0.0", "private": true,
      "dependencies": .object(sections["dependencies"] ?? Object()),
      "devDependencies": .object(sections["devDependencies"] ?? Object()),
    ]
  }

  /// Returns the registry's document of a package.
  ///
  /// A full document has times and people.
  func document(_ place: Int, isFull: Bool) -> Value {
    let numbers = 0..<history(place)
    let versions = numbers.map { (version($0), manifest(place, $0, isFull: isFull)) }
    var document = Object()
    document["name"] = .string(name(place))
    document["dist-tags"] = ["latest": .string(version(numbers.upperBound - 1))]
    document["versions"] = .object(Object(versions))
    if isFull {
      document["time"] = .object(Object(numbers.map { (version($0), .string(time($0))) }))
      document["readme"] = .string(String(repeating: "Nobody reads this.\n", count: 60))
    }
    return .object(document)
  }

  private func manifest(_ place: Int, _ number: Int, isFull: Bool) -> Value {
    var manifest = Object()
    manifest["name"] = .string(name(place))
    manifest["version"] = .string(version(number))
    manifest["license"] = "MIT"
    manifest["engines"] = ["node": ">=12"]
    manifest["dist"] = distribution(place, number)
    for isPeer in [false, true] {
      let dependencies = packages[place].filter { $0.isPeer == isPeer }
      if dependencies.isEmpty { continue }
      let specs = dependencies.map { dependency in
        (name(dependency.place), Value.string(requirement(dependency, of: place, at: number)))
      }
      manifest[isPeer ? "peerDependencies" : "dependencies"] = .object(Object(specs))
    }
    if isFull {
      for member in talk(place).members { manifest[member.key] = member.value }
    }
    return .object(manifest)
  }

  /// Returns the further members of a version in a full document.
  private func talk(_ place: Int) -> Object {
    let person: Value = ["name": "Nobody", "email": "nobody@example.com"]
    let page = "https://git.example.com/\(name(place))"
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

  private func distribution(_ place: Int, _ number: Int) -> Value {
    var random = SeededGenerator(seed: UInt64(place * 1000 + number))
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    let digest = String((0..<85).map { _ in letters[Int.random(in: 0..<62, using: &random)] })
    let name = name(place)
    let base = name.split(separator: "/").last ?? ""
    return [
      "integrity": .string("sha512-\(digest)A=="), "fileCount": 12, "unpackedSize": 40_960,
      "tarball": .string(
        "https://registry.npmjs.org/\(name)/-/\(base)-\(version(number)).tgz"),
    ]
  }

  private func time(_ number: Int) -> String {
    let month = number % 12 + 1
    return "20\(18 + number / 12)-\(month < 10 ? "0" : "")\(month)-01T00:00:00.000Z"
  }
}
