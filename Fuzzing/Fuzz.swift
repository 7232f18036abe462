// Feeds libFuzzer's inputs to one parser: `MARTLET_FUZZ=json fuzz CORPUS -max_total_time=60`.
// Built only if MARTLET_FUZZ is set (Package.swift), by `make fuzz`.
import Libc

@main
enum Fuzz {
  static func main() {
    let name = getenv("MARTLET_FUZZ").map { String(cString: $0) } ?? ""
    guard parsers[name] != nil else {
      print("MARTLET_FUZZ must be one of: \(parsers.keys.sorted().joined(separator: ", "))")
      exit(2)
    }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, feed))
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func LLVMFuzzerRunDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

private let feed: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { start, count in
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let name = getenv("MARTLET_FUZZ").map { String(cString: $0) } ?? ""
  parsers[name]?(bytes)
  return 0
}
