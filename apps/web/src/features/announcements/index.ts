export { AnnouncementBanners } from './AnnouncementBanners.tsx';
