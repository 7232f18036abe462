import TestSupport
import Testing
import Workers

@Suite struct `Frames between processes` {
  private let some = [
    Frame(.ready), Frame(.visit, Array("go".utf8)),
    Frame(.message, Array(repeating: 7, count: 300)),
  ]

  @Test(arguments: [1, 2, 3, 5, 7, 64, 1_000])
  func `arrive whole, however the pipe cuts them`(size: Int) throws {
    let bytes = some.flatMap(\.bytes)
    var reader = FrameReader(limit: 1_000)
    var read: [Frame] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      read += try reader.read(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(read == some)
  }

  @Test func `are refused by their head when they are too long`() {
    var reader = FrameReader(limit: 10)
    #expect(throws: FrameReader.Failure.tooLong(11)) {
      try reader.read(Frame(.message, Array(repeating: 0, count: 11)).bytes.prefix(5))
    }
    var patient = FrameReader(limit: 10)
    #expect(throws: FrameReader.Failure.tooLong(0xFFFF_FFFF)) {
      try patient.read([0xFF, 0xFF, 0xFF, 0xFF, 3])
    }
  }

  @Test func `are refused when nobody knows their kind`() {
    var reader = FrameReader(limit: 10)
    #expect(throws: FrameReader.Failure.unknownKind(9)) { try reader.read([0, 0, 0, 0, 9]) }
  }

  @Test func `noise never crashes the reader, nor makes it keep more than a frame`() {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<2_000 {
      var reader = FrameReader(limit: 64)
      for _ in 0..<8 {
        let noise = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          UInt8.random(in: 0...4, using: &random)
        }
        guard let frames = try? reader.read(noise) else { break }
        #expect(frames.allSatisfy { $0.payload.count <= 64 })
      }
    }
  }
}
