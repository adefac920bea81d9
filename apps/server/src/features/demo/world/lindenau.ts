import { dashboards } from './dashboards.ts';
import { education } from './education.ts';
import { lighting } from './lighting.ts';
import { supply } from './supply.ts';
import { weather } from './town.ts';
import { traffic } from './traffic.ts';
import type { World } from './types.ts';
import { waste } from './waste.ts';

/** A fictitious town; its coordinates belong to real places. */
export const lindenau: World = {
  centre: { latitude: 51.33, longitude: 12.33 },
  account: {
    name: 'Stadtwerke Lindenau (Demo)',
    description: 'Eine erfundene Stadt zum Ausprobieren: alle Geräte, Werte und Menschen darin sind simuliert.',
    mailDomain: 'lindenau.example',
  },
  connectors: {
    lorawan: {
      type: 'webhook-incoming',
      name: 'LoRaWAN-Netz',
      description: 'Hierhin schickt der Netzwerkserver, was die Sensoren funken.',
    },
    mqtt: {
      type: 'mqtt-broker',
      name: 'MQTT-Broker',
      description: 'Hierhin senden Zähler und Schaltschränke, die am Netz hängen.',
    },
  },
  faults: { gap: 0.012, duplicate: 0.006, late: 0.01 },
  parts: [education, traffic, waste, supply, lighting, weather],
  dashboards,
  showcase: { dashboard: 'Lindenau im Überblick', twin: 'school.first.room4' },
};
