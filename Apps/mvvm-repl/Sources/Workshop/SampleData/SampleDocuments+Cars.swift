extension SampleDocuments {
  /// Cars of the life-cycle demo.
  static let cars: [(name: String, text: String)] = [
    (
      "cars.json",
      #"""
      [
        {"make": "Northwind", "model": "Gale", "body": "coupe", "doorCount": 2, "engine": {"type": "vType", "displacement": 6498, "brakeHorsepower": 690, "torque": 689, "turbocharged": false}, "drivetrain": "awd", "transmission": "automatic"},
        {"make": "Harbour", "model": "Tender", "body": "small", "doorCount": 4, "engine": {"type": "inLine", "displacement": 2298, "brakeHorsepower": 345, "torque": 475, "turbocharged": true}, "drivetrain": "awd", "transmission": "manual"}
      ]
      """#
    ),
    (
      "cars-broken.json",
      #"""
      [
        {"make": "Northwind", "model": "Gale", "body": "coupe", "doorCount": 2, "engine": {"type": "vType", "displacement": 6498, "brakeHorsepower": 690, "torque": 689, "turbocharged": false}, "drivetrain": "awd", "transmission": "automatic"},
        {"make": "Harbour", "model": "Tender", "body": "hovercraft", "doorCount": -4, "engine": {"type": "inLine", "displacement": 2298.5, "brakeHorsepower": 345, "torque": 475, "turbocharged": "yes"}, "drivetrain": "awd", "transmission": "manual"}
      ]
      """#
    ),
  ]
}
