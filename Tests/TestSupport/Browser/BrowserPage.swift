internal import FoundationEssentials
package import JSON
internal import Testing

/// A browser tab with a loaded page.
package struct BrowserPage: Sendable {
  let pipes: DevToolsPipes
  let session: String
  let target: Value

  /// The errors of the page so far: console errors and failed loads.
  package var complaints: [String] {
    pipes.events(of: session).compactMap { event in
      let parameters = event["params"]
      switch event["method"]?.string {
      case "Runtime.exceptionThrown":
        return parameters?["exceptionDetails"]?["text"]?.string
      case "Runtime.consoleAPICalled" where parameters?["type"] == "error":
        return "console.error"
      case "Log.entryAdded" where parameters?["entry"]?["level"] == "error":
        return parameters?["entry"]?["text"]?.string
      default: return nil
      }
    }
  }

  /// Returns the value of a JavaScript expression.
  package func evaluate(_ expression: String) async throws -> Value {
    let answer = try await onThread {
      try call(
        "Runtime.evaluate",
        ["expression": .string(expression), "returnByValue": true, "awaitPromise": true])
    }
    if let details = answer["exceptionDetails"] {
      throw Chromium.Failure(message: details.text(.compact))
    }
    return answer["result"]?["value"] ?? .null
  }

  /// Shows the loaded page with another window width and color scheme.
  package func show(width: Int, scheme: Chromium.Scheme) async throws {
    try await onThread { try emulate(width: width, height: 800, scheme: scheme) }
    try await eventually { try await evaluate("innerWidth") == .int(width) }
  }

  func emulate(width: Int, height: Int, scheme: Chromium.Scheme) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": .int(width), "height": .int(height), "deviceScaleFactor": 1, "mobile": false])
    try call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": .string(scheme.rawValue)]]])
  }

  /// Presses the tab key, for keyboard navigation.
  package func pressTab() async throws {
    try await onThread {
      for kind in ["rawKeyDown", "keyUp"] {
        try call(
          "Input.dispatchKeyEvent",
          ["type": .string(kind), "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9])
      }
    }
  }

  /// Returns a screenshot of the window as PNG.
  package func screenshot() async throws -> [UInt8] {
    let answer = try await onThread { try call("Page.captureScreenshot", ["format": "png"]) }
    return Data(base64Encoded: answer["data"]?.string ?? "").map { Array($0) } ?? []
  }

  /// Closes the tab.
  package func close() async throws {
    _ = try await onThread { try pipes.call("Target.closeTarget", ["targetId": target]) }
  }

  @discardableResult
  func call(_ method: String, _ parameters: Value = [:]) throws -> Value {
    try pipes.call(method, parameters, session: session)
  }
}
