import Logging
import Synchronization
import Testing
import Time

/// Collects the rendered lines of a logger.
private final class Recorder: Sendable {
  private let lines = Mutex<[String]>([])

  func logger(_ format: Format, from threshold: Level = .debug, hiding: [Secret] = []) -> Logger {
    Logger(threshold: threshold, now: { Timestamp(milliseconds: 1_795_231_687_125) }) { entry in
      self.lines.withLock { $0.append(format.render(entry, redacting: Redaction(hiding))) }
    }
  }

  var all: [String] { lines.withLock(\.self) }
}

@Suite struct `A logger` {
  @Test func `writes text for people`() {
    let recorder = Recorder()
    recorder.logger(.text).with("run", "r1").info("opened", ["repository": "acme/app"])
    #expect(recorder.all == ["2026-11-21T03:28:07.125Z info: opened run=r1 repository=acme/app"])
  }

  @Test func `writes one JSON object a line for machines`() {
    let recorder = Recorder()
    recorder.logger(.json).warning("said \"no\"\n", ["code": "é\u{1}"])
    let expected =
      #"{"time":"2026-11-21T03:28:07.125Z","level":"warning","message":"said \"no\"\n","#
      + #""code":"é\u0001"}"#
    #expect(recorder.all == [expected])
  }

  @Test func `escapes in JSON what a terminal would act on`() {
    let recorder = Recorder()
    recorder.logger(.json).info("a\u{202E}b\u{9B}c\u{E0041}d\u{7F}", ["🐦": "👩\u{200D}🚀"])
    let expected =
      #"{"time":"2026-11-21T03:28:07.125Z","level":"info","#
      + #""message":"a\u202eb\u009bc\udb40\udc41d\u007f","🐦":"👩\#u{200D}🚀"}"#
    #expect(recorder.all == [expected])
  }

  @Test func `discards entries below its threshold`() {
    let recorder = Recorder()
    let log = recorder.logger(.text, from: .warning)
    log.info("small talk")
    log.error("trouble")
    #expect(recorder.all == ["2026-11-21T03:28:07.125Z error: trouble"])
  }

  @Test func `escapes line breaks, so that no entry can be forged`() {
    let recorder = Recorder()
    recorder.logger(.text).info("a\n00:00:00 error: forged", ["x": "1\n2"])
    #expect(
      recorder.all == [#"2026-11-21T03:28:07.125Z info: "a\n00:00:00 error: forged" x="1\n2""#])
  }

  @Test(arguments: Format.allCases) func `masks secrets that a server echoes`(format: Format) {
    let recorder = Recorder()
    let log = recorder.logger(format, hiding: [Secret("tok"), Secret("token-abcdef")])
    log.info("refused token-abcdef", ["url": "https://token-abcdef@host/"])
    #expect(recorder.all.allSatisfy { !$0.contains("token-abcdef") && $0.contains("***") })
  }
}

@Suite struct `A secret` {
  private struct Holder { var token = Secret("hunter2-hunter2") }

  @Test func `shows only a mask in every description`() {
    let secret = Secret("hunter2-hunter2")
    var dumped = ""
    dump(Holder(), to: &dumped)
    let shown = ["\(secret)", String(reflecting: secret), "\(Holder())", dumped, "\([secret])"]
    #expect(shown.allSatisfy { !$0.contains("hunter2") })
    #expect(secret.reveal() == "hunter2-hunter2")
  }
}
