import {
  GenericRecords,
  Fields,
  type CompactReader,
  type CompactSerializer,
  type CompactWriter,
  type GenericRecord,
} from 'offloop';

export class Address {
  readonly city: string;
  constructor(city: string) {
    this.city = city;
  }
}

export class Employee {
  readonly name: string;
  readonly age: number;
  readonly address: Address | null;
  constructor(name: string, age: number, address: Address | null = null) {
    this.name = name;
    this.age = age;
    this.address = address;
  }
}

export class AddressSerializer implements CompactSerializer<Address> {
  getClass(): typeof Address {
    return Address;
  }
  getTypeName(): string {
    return 'address';
  }
  read(reader: CompactReader): Address {
    return new Address(reader.readString('city') ?? '');
  }
  write(writer: CompactWriter, { city }: Address): void {
    writer.writeString('city', city);
  }
}

export class EmployeeSerializer implements CompactSerializer<Employee> {
  getClass(): typeof Employee {
    return Employee;
  }
  getTypeName(): string {
    return 'employee';
  }
  read(reader: CompactReader): Employee {
    return new Employee(
      reader.readString('name') ?? '',
      reader.readInt32('age'),
      reader.readCompact('address'),
    );
  }
  write(writer: CompactWriter, { name, age, address }: Employee): void {
    writer.writeString('name', name);
    writer.writeInt32('age', age);
    writer.writeCompact('address', address);
  }
}

export const compact = { serializers: [new EmployeeSerializer(), new AddressSerializer()] };

/** A record of a type that is all its own. */
export function recordOf(typeName: string, id: number): GenericRecord {
  return GenericRecords.compact(typeName, { id: Fields.INT32 }, { id });
}
