import {
  Activity,
  BatteryMedium,
  Car,
  CircleDot,
  Clock,
  CloudRain,
  DoorOpen,
  Droplet,
  Flame,
  Gauge,
  Leaf,
  Lightbulb,
  type LucideIcon,
  MapPin,
  Package,
  Power,
  Signal,
  Sun,
  Thermometer,
  Trash2,
  Users,
  Volume2,
  Waves,
  Wind,
  Zap,
} from 'lucide-react';

/** The icons that a state can have, by the names under which they are stored. */
export const stateIcons: Readonly<Record<string, LucideIcon>> = {
  thermometer: Thermometer,
  droplet: Droplet,
  wind: Wind,
  rain: CloudRain,
  sun: Sun,
  leaf: Leaf,
  gauge: Gauge,
  activity: Activity,
  battery: BatteryMedium,
  power: Power,
  energy: Zap,
  flame: Flame,
  water: Waves,
  light: Lightbulb,
  sound: Volume2,
  signal: Signal,
  door: DoorOpen,
  people: Users,
  car: Car,
  place: MapPin,
  package: Package,
  waste: Trash2,
  clock: Clock,
};

/** A name that this release does not know is drawn as a dot; none as nothing. */
export function stateIconOf(name: string): LucideIcon | undefined {
  return name === '' ? undefined : (stateIcons[name] ?? CircleDot);
}
