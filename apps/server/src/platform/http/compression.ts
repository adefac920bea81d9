/** Half the time of zlib's own choice for a few per cent more bytes: data of dashboards is megabytes of numbers. */
export const compression = { threshold: 1024, zlibOptions: { level: 4 } };
