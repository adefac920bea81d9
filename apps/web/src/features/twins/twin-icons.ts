import type { TwinCategory, TwinType } from '@stellwerk/contract/twin';
import {
  Anchor,
  BatteryCharging,
  Box,
  Building,
  Building2,
  Bus,
  Camera,
  Car,
  Container,
  Cpu,
  DoorClosed,
  Droplets,
  Factory,
  Fan,
  Flame,
  Gauge,
  House,
  Lamp,
  Layers,
  type LucideIcon,
  MapPin,
  Package,
  ParkingSquare,
  Radio,
  School,
  Server,
  Sprout,
  SquareDashed,
  Store,
  Sun,
  Thermometer,
  Trash2,
  TreeDeciduous,
  Truck,
  Users,
  Warehouse,
  Waves,
  Wind,
  Zap,
} from 'lucide-react';

/** The icons that a twin can have, by the names under which they are stored. */
export const twinIcons: Readonly<Record<string, LucideIcon>> = {
  building: Building2,
  office: Building,
  house: House,
  school: School,
  shop: Store,
  factory: Factory,
  warehouse: Warehouse,
  container: Container,
  room: Users,
  server: Server,
  parking: ParkingSquare,
  car: Car,
  truck: Truck,
  bus: Bus,
  ship: Anchor,
  parcel: Package,
  place: MapPin,
  lamp: Lamp,
  camera: Camera,
  meter: Gauge,
  temperature: Thermometer,
  fan: Fan,
  heating: Flame,
  power: Zap,
  battery: BatteryCharging,
  sun: Sun,
  wind: Wind,
  water: Droplets,
  river: Waves,
  waste: Trash2,
  tree: TreeDeciduous,
  plant: Sprout,
};

const typeIcons: Readonly<Record<TwinType, LucideIcon>> = {
  default: Box,
  building: Building2,
  sensor: Radio,
  room: Users,
  door: DoorClosed,
  zone: SquareDashed,
  floor: Layers,
  trackable: Truck,
};

export interface IconOwner {
  icon: string;
  type: TwinType;
  category?: TwinCategory;
}

/** The one that was chosen, else that of virtual devices, else the one of the type. */
export const twinIconOf = ({ icon, type, category }: IconOwner): LucideIcon =>
  twinIcons[icon] ?? (category === 'virtualDevice' ? Cpu : typeIcons[type]);
