import type { DrawerLink } from '@stellwerk/contract/drawer-link';
import {
  BookOpen,
  ChartLine,
  Globe,
  Info,
  Link,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  Phone,
  ShoppingCart,
  Wrench,
} from 'lucide-react';

export const linkIcons: Record<DrawerLink['icon'], LucideIcon> = {
  link: Link,
  globe: Globe,
  book: BookOpen,
  chart: ChartLine,
  map: MapIcon,
  mail: Mail,
  phone: Phone,
  tool: Wrench,
  shop: ShoppingCart,
  info: Info,
};
