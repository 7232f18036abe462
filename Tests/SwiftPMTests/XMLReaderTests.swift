import Ecosystem
import Testing
import Text

@testable import SwiftPM

private func locations(_ body: String) throws -> [String] {
  let text = SourceText(file: "A.xcworkspace/contents.xcworkspacedata", body)
  return try XcodeWorkspace(text).members.map(\.path)
}

private func workspace(_ body: String) -> String {
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Workspace version = \"1.0\">\(body)</Workspace>"
}

@Suite struct `The XML reader` {
  @Test(
    arguments: [
      (#"<FileRef location = "group:A.xcodeproj"></FileRef>"#, ["A.xcodeproj"]),
      (#"<FileRef location='group:A &amp; B &amp; C'/>"#, ["A & B & C"]),
      (#"<FileRef location="group:A&amp;amp;lt;B"/>"#, ["A&amp;lt;B"]),
      (#"<FileRef location="group:A&#x42;&#67;"/>"#, ["ABC"]),
      (#"<FileRef location="group:a>b"/>"#, ["a>b"]),
      (#"<!-- <FileRef location="group:No"/> --><FileRef location="group:Yes"/>"#, ["Yes"]),
      (#"<![CDATA[<FileRef location="group:No"/>]]><FileRef location="group:Yes"/>"#, ["Yes"]),
      (#"<FileRef name="location" location="group:Yes"/>"#, ["Yes"]),
      (
        #"<Group location="container:Kits"><FileRef location="group:A"/></Group>"#
          + #"<FileRef location="group:B"/>"#, ["Kits/A", "B"]
      ),
      (#"<Group location="group:Kits"/><FileRef location="group:B"/>"#, ["B"]),
    ])
  func `references of a workspace are read`(body: String, members: [String]) throws {
    #expect(try locations(workspace(body)) == members)
  }

  @Test(
    arguments: [
      (#"<FileRef location="group:A&kit;"/>"#, "`&kit;`"),
      (#"<FileRef location="group:../outside"/>"#, "`group:../outside`"),
      (#"<FileRef location="absolute:/opt/kit"/>"#, "`absolute:/opt/kit`"),
      (#"<FileRef location="developer:Kit"/>"#, "`developer:Kit`"),
      (#"<Group location="group:../out"><FileRef location="group:A"/></Group>"#, "out"),
      (String(repeating: "<Group location=\"group:\">", count: 100), "nests"),
    ])
  func `what leads out of the checkout or is not known is refused`(
    body: String, word: String
  ) throws {
    let problem = #expect(throws: Problem.self) { try locations(workspace(body)) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true)
    #expect(problem?.location?.line == 2)
  }

  @Test func `a document type is refused, so that no entity can grow`() throws {
    let text =
      "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><Workspace><FileRef location=\"group:&a;\"/></Workspace>"
    #expect(throws: Problem.self) { try locations(text) }
  }

  @Test(
    arguments: [
      "", "<Workspace>", "<Workspace></Group>", "<Workspace/><Workspace/>", "text<Workspace/>",
      "<Workspace a=\"1\" a=\"2\"/>", "<Workspace a=1/>", "<Workspace a=\"<\"/>", "<1/>",
      "<Workspace a=\"&\"/>", "<Workspace a=\"&#0;\"/>", "<Workspace><!-- </Workspace>",
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><Workspace/>", "<Workspace a=\"1\"b=\"2\"/>",
    ])
  func `malformed input is an error with its location`(text: String) throws {
    let problem = #expect(throws: Problem.self) { try locations(text) }
    #expect(problem?.location != nil)
  }

  @Test func `no bytes crash the reader`() {
    var random = Dice(seed: 5)
    let text = Array(workspace(#"<FileRef location="group:A&amp;&#x41;"/><!-- a --> "#).utf8)
    for _ in 0..<2_000 {
      _ = try? XMLReader.events(of: SourceText(file: "w", bytes: random.mutated(text)))
    }
  }
}
