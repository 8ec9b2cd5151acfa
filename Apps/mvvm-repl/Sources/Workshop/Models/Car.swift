/// A car of the life-cycle demo.
struct Car: Hashable, Sendable {
  enum BodyType: String, Hashable, Sendable, CaseIterable {
    case mini, small, medium, large, executive, luxury, coupe, roadster, stationWagon, minivan
    case suv = "SUV", pickup
  }

  enum Drivetrain: String, Hashable, Sendable, CaseIterable {
    case fwd, rwd, awd
  }

  enum Transmission: String, Hashable, Sendable, CaseIterable {
    case manual, automatic
  }

  struct Engine: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
      case inLine, vType, horizontal
    }

    /// The arrangement of the cylinders.
    var kind: Kind
    /// The volume in cubic centimetres.
    var displacement: UInt
    /// The power in brake horsepower.
    var brakeHorsepower: UInt
    /// The torque in newton metres.
    var torque: Double
    var turbocharged: Bool
  }

  var make: String
  var model: String
  var body: BodyType
  var doorCount: UInt
  var engine: Engine
  var drivetrain: Drivetrain
  var transmission: Transmission

  /// The fast one: a coupe with two doors, 6,498 cc and 690 BHP.
  static let fast = Car(
    make: "Northwind", model: "Gale", body: .coupe, doorCount: 2,
    engine: Engine(
      kind: .vType, displacement: 6498, brakeHorsepower: 690, torque: 689, turbocharged: false),
    drivetrain: .awd, transmission: .automatic)

  /// The small one: four doors, 2,298 cc, 345 BHP and a turbocharger.
  static let quick = Car(
    make: "Harbour", model: "Tender", body: .small, doorCount: 4,
    engine: Engine(
      kind: .inLine, displacement: 2298, brakeHorsepower: 345, torque: 475, turbocharged: true),
    drivetrain: .awd, transmission: .manual)
}

extension Car: CustomStringConvertible {
  var description: String { "\(make) \(model)" }
}
