import type { WidgetInput } from '@stellwerk/plugin/widget-web';
import { ActionInput } from './ActionInput.tsx';
import { ActionsInput } from './ActionsInput.tsx';
import { AttributesInput, FactsInput } from './AttributesInput.tsx';
import { AxisEndInput } from './AxisEndInput.tsx';
import { CodeInput } from './CodeInput.tsx';
import { ColourInput } from './ColourInput.tsx';
import { ColourRulesInput } from './ColourRulesInput.tsx';
import { DashboardInput } from './DashboardInput.tsx';
import type { WidgetInputComponent } from './input-props.ts';
import { LabelInput } from './LabelInput.tsx';
import { NamedTextsInput } from './NamedTextsInput.tsx';
import { StateInput } from './StateInput.tsx';
import { StatesInput } from './StatesInput.tsx';
import { TwinFilterInput } from './TwinFilterInput.tsx';

/** Inputs by the name that kinds of widgets use in their schema. */
export const inputs: Readonly<Record<WidgetInput, WidgetInputComponent>> = {
  twinFilter: TwinFilterInput,
  states: StatesInput,
  state: StateInput,
  template: LabelInput,
  axisEnd: AxisEndInput,
  thresholds: ColourRulesInput,
  markerRules: ColourRulesInput,
  attributes: AttributesInput,
  facts: FactsInput,
  action: ActionInput,
  actions: ActionsInput,
  dashboard: DashboardInput,
  namedTexts: NamedTextsInput,
  colour: ColourInput,
  code: CodeInput,
};
