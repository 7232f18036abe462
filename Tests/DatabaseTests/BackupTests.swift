import Database
import Testing

@Suite struct `A backup of a database` {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `A backup is a complete database`() async throws {
    let connection = try await Connection.open(folder.file("a.db"), schema: birds)
    try await connection.add("swift", "martin")
    try await connection.backup(to: folder.file("copy.db"))
    try await connection.add("later")
    let copy = try await Connection.open(folder.file("copy.db"), schema: birds)
    #expect(try await copy.names() == ["swift", "martin"])
    try await copy.verify()
    try await copy.add("swallow")
    #expect(try await connection.names() == ["swift", "martin", "later"])
  }

  @Test func `A second backup replaces the first`() async throws {
    let connection = try await Connection.open(folder.file("a.db"), schema: birds)
    for name in ["swift", "martin"] {
      try await connection.add(name)
      try await connection.backup(to: folder.file("copy.db"))
    }
    let copy = try await Connection.open(folder.file("copy.db"), schema: birds)
    #expect(try await copy.names() == ["swift", "martin"])
  }

  @Test func `A backup succeeds while another connection writes`() async throws {
    let connection = try await Connection.open(folder.file("a.db"), schema: birds)
    let other = try await Connection.open(folder.file("a.db"), schema: birds)
    async let writing: Void = {
      for number in 0..<60 { try await other.add("\(number)", "\(number)b") }
    }()
    for _ in 0..<5 {
      try await connection.backup(to: folder.file("copy.db"))
      let copy = try await Connection.open(folder.file("copy.db"), schema: birds)
      #expect(try await copy.names().count.isMultiple(of: 2))
      await copy.close()
    }
    try await writing
  }

  @Test func `A failed backup keeps the old one and leaves no temporary file`() async throws {
    let connection = try await Connection.open(folder.file("a.db"), schema: birds)
    let error = await #expect(throws: DatabaseError.self) {
      try await connection.backup(to: folder.file("nowhere/copy.db"))
    }
    #expect(error?.code == .cannotOpen)
    #expect(folder.names.contains { $0.hasPrefix("copy") } == false)
  }

  @Test func `A damaged file is found`() async throws {
    let connection = try await Connection.open(folder.file("a.db"), schema: birds)
    try await connection.write { transaction in
      for number in 0..<300 {
        try transaction.execute("INSERT INTO birds (name) VALUES (?)", "bird number \(number)")
      }
    }
    try await connection.backup(to: folder.file("copy.db"))
    var bytes = folder.bytes(of: "copy.db")
    for offset in bytes.indices.dropFirst(4096).dropLast(100) where offset % 4096 < 200 {
      bytes[offset] = 0xff
    }
    folder.write(bytes, to: "copy.db")
    let error = await #expect(throws: DatabaseError.self) {
      let copy = try await Connection.open(folder.file("copy.db"), schema: birds)
      try await copy.verify()
    }
    #expect(error?.code == .corrupt)
  }
}
