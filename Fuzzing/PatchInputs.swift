import Crypto
import Ecosystem
import Yarn

/// Fuzzes what a project of Yarn 4 needs for a package that Yarn patches itself.
enum PatchInputs {
  /// Updates `typescript` with a release of Yarn that has this patch.
  static func update(patch: [UInt8]) {
    let text = Base64.encode(stored(patch))
    update(
      release: Array(
        """
        function a(){return typeof b>"u"&&(b=r("zlib").brotliDecompressSync(Buffer.from("\(text)",\
        "base64")).toString()),b}new Map([[x.makeIdent(null,"typescript").identHash,a]])
        """.utf8))
  }

  /// Updates `typescript` with this file as the release of Yarn.
  static func update(release: [UInt8]) {
    Projects.exercise(
      [
        "package.json": Array(#"{"name": "x", "dependencies": {"typescript": "^3.0.0"}}"#.utf8),
        ".yarnrc.yml": Array("yarnPath: .yarn/releases/yarn-4.9.2.cjs\n".utf8),
        ".yarn/releases/yarn-4.9.2.cjs": release, "yarn.lock": Array(lock.utf8),
      ], .yarn, bodies: ["/typescript": document])
  }

  /// A stream of Brotli that has the content without compression.
  ///
  /// The header of each part is the number 0 of four nibbles, the size less one, and a mark; that of the
  /// stream is one bit before the first.
  private static func stored(_ content: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    while start < content.count {
      let end = min(start + 1 << 16, content.count)
      let shift = start == 0 ? 1 : 0
      let header = ((end - start - 1) << 3 | 1 << 19) << shift
      result += [header, header >> 8, header >> 16].map { UInt8(truncatingIfNeeded: $0) }
      result += content[start..<end]
      start = end
    }
    // The last part is empty.
    return result + [content.isEmpty ? 0b110 : 0b11]
  }

  private static let lock = """
    __metadata:
      version: 8
      cacheKey: 10c0

    "typescript@npm:^3.0.0":
      version: 3.0.0
      resolution: "typescript@npm:3.0.0"
      checksum: 10c0/00
      languageName: node
      linkType: hard

    "typescript@patch:typescript@npm%3A^3.0.0#optional!builtin<compat/typescript>":
      version: 3.0.0
      resolution: "typescript@patch:typescript@npm%3A3.0.0#optional!builtin<compat/typescript>::\
    version=3.0.0&hash=3bafbf"
      checksum: 10c0/00
      languageName: node
      linkType: hard

    "x@workspace:.":
      version: 0.0.0-use.local
      resolution: "x@workspace:."
      dependencies:
        typescript: "npm:^3.0.0"
      languageName: unknown
      linkType: soft

    """

  private static let document = Array(
    #"""
    {"name": "typescript", "dist-tags": {"latest": "3.1.0"}, "versions": {
      "3.0.0": {"name": "typescript", "version": "3.0.0", "dist": {"tarball": "https://r.dev/a.tgz"}},
      "3.1.0": {"name": "typescript", "version": "3.1.0", "dist": {"tarball": "https://r.dev/a.tgz"}}}}
    """#.utf8)
}
