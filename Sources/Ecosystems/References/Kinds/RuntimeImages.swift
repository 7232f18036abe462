import Ecosystem
import Text

/// Runtimes in Dockerfiles.
extension ReferenceFile {
  /// Adds the images `node`, `ruby` and `swift` of a Dockerfile: `FROM node:22-alpine`.
  mutating func addRuntimeImages(of source: SourceText) {
    let expression =
      #"^[ \t]*(?i:FROM)[ \t]+(?:--platform=\S+[ \t]+)?(?<name>node|ruby|swift):"#
      + #"(?<version>v?\d[\d.]*)(?<suffix>-[\w.-]+)?(?<digest>@sha256:\w+)?(?=[ \t\r\n]|\z)"#
    for match in source.matches(of: expression) {
      guard let name = match["name"], let range = match["version"],
        let runtime = VersionSource.Runtime(rawValue: source[name]),
        let image = ImageReference(source[name])
      else { continue }
      let suffix = match["suffix"].map { source[$0] } ?? ""
      if match["digest"] != nil {
        refuse(
          "\(source[name]):\(source[range])\(suffix)",
          "is pinned by a digest: an entry for images updates it",
          at: source.location(at: range.lowerBound))
        continue
      }
      add(runtime, at: range, in: source) { use in
        use.tag = ListedUse.Tag(of: image, suffix: suffix)
      }
    }
    addArguments(of: source)
  }

  /// Adds the defaults of arguments that are the tags of images: `ARG V=22` for `FROM node:${V}-alpine`.
  private mutating func addArguments(of source: SourceText) {
    let expression =
      #"^[ \t]*(?i:FROM)[ \t]+(?:--platform=\S+[ \t]+)?(?<image>(?<name>node|ruby|swift):"#
      + #"(?<tag>\S*\$\S*))"#
    for match in source.matches(of: expression) {
      guard let image = match["image"], let name = match["name"], let tag = match["tag"],
        let runtime = VersionSource.Runtime(rawValue: source[name])
      else { continue }
      if let reason = addArgument(runtime, source[tag], of: source) {
        refuse(source[image], reason, at: source.location(at: image.lowerBound))
      }
    }
  }

  /// Adds the argument that a tag begins with.
  ///
  /// - Returns: why it isn't evaluated; nil if it is.
  private mutating func addArgument(
    _ runtime: VersionSource.Runtime, _ tag: String, of source: SourceText
  ) -> String? {
    let variable = SourceText(file: source.file, tag)
    guard
      let parts = variable.matches(
        of: #"\A\$(?:\{(?<braced>\w+)\}|(?<plain>\w+))(?<suffix>-[\w.-]+)?\z"#
      ).first,
      let range = parts["braced"] ?? parts["plain"]
    else { return "has a tag of several parts, which stays" }
    let name = variable[range]
    let defaults = source.matches(of: #"^[ \t]*(?i:ARG)[ \t]+"# + name + #"=(?<value>\S+)"#)
    guard defaults.count == 1, let value = defaults.first?["value"],
      let version = source.match(
        of: #"\A["']?(?<version>v?\d[\d.]*)(?<suffix>-[\w.-]+)?["']?\z"#, in: value),
      let number = version["version"], let image = ImageReference(runtime.rawValue)
    else { return "has the variable \(name), which no ARG gives a literal default once" }
    guard source.matches(of: #"\$\{?"# + name + #"\b"#).count == 1,
      source.matches(of: #"^[ \t]*(?i:ARG)[ \t]+"# + name + #"\b"#).count == 1
    else { return "has the variable \(name), which something else uses, too" }
    let suffix = [
      version["suffix"].map { source[$0] }, parts["suffix"].map { variable[$0] },
    ]
    add(runtime, at: number, in: source) { use in
      use.tag = ListedUse.Tag(of: image, suffix: suffix.compactMap(\.self).joined())
    }
    return nil
  }
}
