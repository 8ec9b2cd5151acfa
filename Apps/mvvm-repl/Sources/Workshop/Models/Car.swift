/// A car of the life-cycle demo.
public struct Car: Codable, Hashable, Sendable {
  /// The shape of the body.
  public enum BodyType: String, Codable, Hashable, Sendable, CaseIterable {
    /// The twelve shapes.
    case mini, small, medium, large, executive, luxury, coupe, roadster, stationWagon, minivan
    /// The last two of the twelve.
    case suv = "SUV", pickup
  }

  /// Which wheels are driven.
  public enum Drivetrain: String, Codable, Hashable, Sendable, CaseIterable {
    /// Front, rear or all wheels.
    case fwd, rwd, awd
  }

  /// Who changes gear.
  public enum Transmission: String, Codable, Hashable, Sendable, CaseIterable {
    /// The driver or the car.
    case manual, automatic
  }

  /// The engine of a car.
  public struct Engine: Codable, Hashable, Sendable {
    /// How the cylinders stand.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
      /// In one line, in a V, or flat.
      case inLine, vType, horizontal
    }

    /// How the cylinders stand; `type` in the document.
    public var kind: Kind
    /// The volume in cubic centimetres.
    public var displacement: UInt
    /// The power in brake horsepower.
    public var brakeHorsepower: UInt
    /// The torque in newton metres.
    public var torque: Double
    /// Whether it has a turbocharger.
    public var turbocharged: Bool

    private enum CodingKeys: String, CodingKey {
      case displacement, brakeHorsepower, torque, turbocharged
      case kind = "type"
    }

    /// Makes an engine.
    public init(
      kind: Kind, displacement: UInt, brakeHorsepower: UInt, torque: Double, turbocharged: Bool
    ) {
      self.kind = kind
      self.displacement = displacement
      self.brakeHorsepower = brakeHorsepower
      self.torque = torque
      self.turbocharged = turbocharged
    }
  }

  /// Who makes it.
  public var make: String
  /// The model.
  public var model: String
  /// The shape of the body.
  public var body: BodyType
  /// How many doors it has.
  public var doorCount: UInt
  /// The engine.
  public var engine: Engine
  /// Which wheels are driven.
  public var drivetrain: Drivetrain
  /// Who changes gear.
  public var transmission: Transmission

  /// Makes a car.
  public init(
    make: String, model: String, body: BodyType, doorCount: UInt, engine: Engine,
    drivetrain: Drivetrain,
    transmission: Transmission
  ) {
    self.make = make
    self.model = model
    self.body = body
    self.doorCount = doorCount
    self.engine = engine
    self.drivetrain = drivetrain
    self.transmission = transmission
  }

  /// The fast one: a coupe with two doors, 6,498 cc and 690 BHP.
  public static let fast = Car(
    make: "Northwind", model: "Gale", body: .coupe, doorCount: 2,
    engine: Engine(
      kind: .vType, displacement: 6498, brakeHorsepower: 690, torque: 689, turbocharged: false),
    drivetrain: .awd, transmission: .automatic)

  /// The small one: four doors, 2,298 cc, 345 BHP and a turbocharger.
  public static let quick = Car(
    make: "Harbour", model: "Tender", body: .small, doorCount: 4,
    engine: Engine(
      kind: .inLine, displacement: 2298, brakeHorsepower: 345, torque: 475, turbocharged: true),
    drivetrain: .awd, transmission: .manual)
}

extension Car: CustomStringConvertible {
  /// The make and the model.
  public var description: String { "\(make) \(model)" }
}
