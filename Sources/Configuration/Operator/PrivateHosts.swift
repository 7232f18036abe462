import YAML

/// The section `network` as it is read.
private struct Network {
  var allowed: [String] = []
}

extension Shape where Value == [String] {
  /// The hosts of `network.allow-private`.
  static var network: Shape {
    let place = Shape<String>.parsed(
      "a host or an address such as 127.0.0.1, and no network, port or pattern", host)
    return Shape<Network>.section(
      Network(), [Key("allow-private", \.allowed, .list(of: place))]
    ).map(\.allowed)
  }
}

/// Reads a host as requests name it: in small letters, an IPv6 address without its brackets.
///
/// - Returns: nil for what can be no host of a URL, such as `10.0.0.0/8` and `10.0.0.256`.
private func host(_ text: String) -> String? {
  let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
  let host = isBracketed ? String(text.dropFirst().dropLast()) : text
  let isRight = isBracketed || host.contains(":") ? isAddress6(host) : isName(host)
  return isRight ? host.lowercased() : nil
}

private func isAddress6(_ text: String) -> Bool {
  text.utf8.count { $0 == UInt8(ascii: ":") } > 1
    && text.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }
}

/// Whether a text is a name, or an IPv4 address of four numbers.
private func isName(_ text: String) -> Bool {
  let labels = text.split(separator: ".", omittingEmptySubsequences: false)
  let areLabels = labels.allSatisfy { label in
    !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
  guard areLabels, let last = labels.last else { return false }
  guard last.allSatisfy(\.isNumber) else { return true }
  return labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
}
