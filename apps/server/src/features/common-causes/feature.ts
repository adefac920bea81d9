import { defineFeature } from '../../platform/feature/define-feature.ts';
import { defineSchedule } from '../../platform/jobs/define-job.ts';
import { createSilenceService } from './silence.service.ts';

export const feature = defineFeature({
  name: 'common-causes',
  create(context) {
    const silence = createSilenceService(context);
    return {
      schedules: [
        defineSchedule({
          name: 'common-causes.find',
          cron: '* * * * *',
          async run({ db }) {
            await silence.end(db);
            await silence.group(db);
          },
        }),
      ],
    };
  },
});
