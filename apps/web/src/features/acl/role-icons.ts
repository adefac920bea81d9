import {
  Building2,
  ChartLine,
  Cpu,
  Droplet,
  Eye,
  Flame,
  KeyRound,
  type LucideIcon,
  RadioTower,
  Shield,
  ShieldCheck,
  Ticket,
  TriangleAlert,
  Truck,
  UserCog,
  Wrench,
} from 'lucide-react';

/** The icons for roles, by the names under which they are stored. */
export const roleIcons: Readonly<Record<string, LucideIcon>> = {
  shield: Shield,
  'shield-check': ShieldCheck,
  'user-cog': UserCog,
  wrench: Wrench,
  eye: Eye,
  chart: ChartLine,
  cpu: Cpu,
  gateway: RadioTower,
  building: Building2,
  key: KeyRound,
  ticket: Ticket,
  warning: TriangleAlert,
  droplet: Droplet,
  flame: Flame,
  truck: Truck,
};

export const roleIconOf = (name: string): LucideIcon => roleIcons[name] ?? Shield;
