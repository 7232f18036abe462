package import Impact
import Text

extension UseScanner {
  /// Finds uses in Ruby by the paths of constants and the names of methods.
  package static let ruby = {
    var scanner = UseScanner(
      endings: [
        ".rb", ".rake", ".ru", ".jbuilder", ".builder", ".rabl", ".erb", ".haml", ".slim",
        "Rakefile",
      ]
    ) { file, bytes in
      guard !file.hasSuffix(".haml"), !file.hasSuffix(".slim") else { return nil }
      let bytes = file.hasSuffix(".erb") ? RubyTemplate.code(in: bytes) : bytes
      do throws(RubyStop) {
        var reader = RubyUseReader(file: file)
        reader.read(try RubyCode(SourceText(file: file, bytes: bytes)))
        return reader.uses
      } catch {
        return nil
      }
    }
    scanner.isByNameOnly = true
    scanner.isImplicit = true
    scanner.title = { $0.rubyTitle }
    return scanner
  }()
}

extension Declaration {
  /// The name as Ruby's documentation writes it: `Rack::Request#params`, `Rack::Utils.escape`.
  fileprivate var rubyTitle: String {
    if kind == .path { return name }
    let owner = scope.replacing(".", with: "::")
    guard !scope.isEmpty else { return name }
    if namesType || kind == .constant { return "\(owner)::\(name)" }
    return "\(owner)\(traits.contains("static") ? "." : "#")\(name)"
  }
}

/// The code of a template.
enum RubyTemplate {
  /// Returns the code between `<%` and `%>`, with everything else as blanks, so that lines stay.
  static func code(in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    var isCode = false
    var isComment = false
    func starts(_ text: StaticString) -> Bool {
      text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }
    while index < bytes.count {
      if !isCode, starts("<%") {
        index += 2
        result += [0x20, 0x20]
        isCode = !starts("%")
        isComment = starts("#")
        while index < bytes.count, "=-#".utf8.contains(bytes[index]) {
          result.append(0x20)
          index += 1
        }
      } else if isCode, starts("%>") || starts("-%>") {
        result += starts("-") ? [0x20, 0x20, 0x0A] : [0x20, 0x0A]
        if result.count >= 1 { result[result.count - 1] = UInt8(ascii: ";") }
        index += starts("-") ? 3 : 2
        isCode = false
      } else {
        let byte = bytes[index]
        result.append(isCode && !isComment || byte == UInt8(ascii: "\n") ? byte : 0x20)
        index += 1
      }
    }
    return result
  }
}
