import { readLineage } from '@stellwerk/contract/lineage';
import {
  checkForAggregateLoop,
  createState,
  deleteState,
  findStateMessage,
  listLinkedAggregations,
  listRoutedStates,
  listStates,
  listTwinStates,
  orderStates,
  pressButton,
  previewAggregate,
  readState,
  setStateValue,
  updateState,
} from '@stellwerk/contract/state';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { AggregateService } from './aggregate.service.ts';
import type { ButtonService } from './button.service.ts';
import type { ConnectorSourceService } from './connector-source.service.ts';
import type { LineageService } from './lineage.service.ts';
import type { StateService } from './state.service.ts';
import { listStates as list, listRouted } from './state-list.service.ts';
import type { StateValueService } from './state-value.service.ts';

interface StateServices {
  states: StateService;
  stateValues: StateValueService;
  aggregates: AggregateService;
  lineage: LineageService;
  sources: ConnectorSourceService;
  buttons: ButtonService;
}

const placeOf = ({ id, stateId }: { id: number; stateId: number }) => ({ twinId: id, stateId });

export const stateRoutes = (services: StateServices): HandledRoute[] => {
  const { states, stateValues, aggregates, lineage, sources, buttons } = services;
  return [
    handle(listTwinStates, async (ctx, { params }) => ({ data: await states.listOfTwin(ctx, params.id) })),
    handle(listStates, (ctx, { query }) => list(ctx, query)),
    handle(listRoutedStates, (ctx, { query }) => listRouted(ctx, query)),
    handle(readState, async (ctx, { params }) => ({ data: await states.read(ctx, params.id) })),
    handle(createState, async (ctx, { params, body }) => ({ data: await states.create(ctx, params.id, body) })),
    handle(updateState, async (ctx, { params, body }) => ({ data: await states.update(ctx, placeOf(params), body) })),
    handle(setStateValue, async (ctx, { params, body }) => ({
      data: await stateValues.set(ctx, { ...placeOf(params), ...body }),
    })),
    handle(pressButton, async (ctx, { params }) => ({ data: await buttons.press(ctx, placeOf(params)) })),
    handle(findStateMessage, async (ctx, { params, query }) => ({
      data: await sources.newestMessage(ctx, params.id, query),
    })),
    handle(orderStates, async (ctx, { params, body }) => ({ data: await states.order(ctx, params.id, body.stateIds) })),
    handle(deleteState, async (ctx, { params }) => {
      await states.remove(ctx, placeOf(params));
      return { data: { deleted: true as const } };
    }),
    handle(listLinkedAggregations, async (ctx, { params }) => ({
      data: await aggregates.linked(ctx, placeOf(params)),
    })),
    handle(previewAggregate, async (ctx, { body }) => ({
      data: await aggregates.preview(ctx, body.config, body.transformer),
    })),
    handle(checkForAggregateLoop, async (ctx, { params, body }) => ({
      data: await aggregates.checkLoop(ctx, placeOf(params), body.stateIds),
    })),
    handle(readLineage, async (ctx, { params }) => ({ data: await lineage.read(ctx, params.id) })),
  ];
};
